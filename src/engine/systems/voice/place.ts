import { elementAt, entry, isList, isMap, type ListValue, type Value } from '../../model/value.ts';
import { isSame } from '../../model/equal.ts';
import { AppendedList, pickElement } from './appended-list.ts';
import { isFields, withKey, withoutKey, type Fields } from './wide-record.ts';

/** Keys and indices below a namespace. */
export type Steps = readonly (string | number)[];

export type PlaceFault = 'not_a_list' | 'not_a_container' | 'index_out_of_range';

/** The value after a write, or the reason why the write is impossible. */
export type WriteResult =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: PlaceFault };

/** The value at the steps; undefined if a step is missing or leads through a plain value. */
export function readPlace(value: Value, steps: Steps): Value | undefined {
  let current: Value | undefined = value;
  for (const step of steps) {
    if (current === undefined) return undefined;
    if (typeof step === 'number') current = isList(current) ? pickElement(current, step) : undefined;
    else current = isMap(current) ? entry(current, step) : undefined;
  }
  return current;
}

/** Applies a write at the end of the steps. Unchanged parts are shared, and missing objects on the way are created. */
export const writePlace = (current: Value | undefined, steps: Steps, end: EndWrite): WriteResult =>
  writeFrom(current, steps, 0, end);

type EndWrite = (old: Value | undefined) => WriteResult;

function writeFrom(current: Value | undefined, steps: Steps, from: number, end: EndWrite): WriteResult {
  const step = steps[from];
  if (step === undefined) return end(current);
  const isKey = typeof step === 'string';
  // Null means a declared name without a value yet, so it can be replaced by an object.
  if (current === undefined || current === null) {
    return isKey ? writeKey({}, step, steps, from, end) : { ok: false, fault: 'index_out_of_range' };
  }
  if (isFields(current)) return isKey ? writeKey(current, step, steps, from, end) : { ok: false, fault: 'not_a_list' };
  if (!isList(current) || isKey) return { ok: false, fault: 'not_a_container' };
  if (step < 0 || step >= current.length) return { ok: false, fault: 'index_out_of_range' };
  const written = writeFrom(elementAt(current, step), steps, from + 1, end);
  return written.ok ? { ok: true, value: withElement(current, step, written.value) } : written;
}

function writeKey(record: Fields, key: string, steps: Steps, from: number, end: EndWrite): WriteResult {
  const old = entry(record, key);
  const written = writeFrom(old, steps, from + 1, end);
  if (!written.ok) return written;
  return { ok: true, value: written.value === old ? record : withKey(record, key, written.value) };
}

function withElement(list: ListValue, index: number, value: Value): ListValue {
  if (elementAt(list, index) === value) return list;
  return [...list].with(index, value);
}

/** The write of `set`; an equal value keeps the same object. */
export const replaced =
  (value: Value) =>
  (old: Value | undefined): WriteResult => ({ ok: true, value: old !== undefined && isSame(old, value) ? old : value });

/** The write of `[+]`. */
export const appended =
  (value: Value) =>
  (old: Value | undefined): WriteResult => {
    if (old === undefined || old === null) return { ok: true, value: AppendedList.of(value) };
    return isList(old) ? { ok: true, value: AppendedList.from(old).append(value) } : { ok: false, fault: 'not_a_list' };
  };

/** Removes the value at the steps; returns the same object if there is none. Later list elements move up. */
export function withoutPlace(current: Value, steps: Steps): Value {
  const [step, ...rest] = steps;
  if (step === undefined) return current;
  if (typeof step === 'number') {
    if (!isList(current)) return current;
    const index = step < 0 ? current.length + step : step;
    const old = elementAt(current, index);
    if (old === undefined) return current;
    return rest.length === 0 ? [...current].toSpliced(index, 1) : withElement(current, index, withoutPlace(old, rest));
  }
  if (!isFields(current)) return current;
  const old = entry(current, step);
  if (old === undefined) return current;
  if (rest.length === 0) return withoutKey(current, step);
  const left = withoutPlace(old, rest);
  return left === old ? current : withKey(current, step, left);
}

/** The same steps with every index counted from the start; undefined if they lead nowhere. */
export function settledSteps(value: Value, steps: Steps): Steps | undefined {
  const settled: (string | number)[] = [];
  let current: Value | undefined = value;
  for (const step of steps) {
    if (current === undefined || current === null) return undefined;
    const counted: string | number =
      typeof step === 'number' && step < 0 && isList(current) ? current.length + step : step;
    settled.push(counted);
    current = readPlace(current, [counted]);
  }
  return current === undefined ? undefined : settled;
}
