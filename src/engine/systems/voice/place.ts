import { elementAt, entry, isList, isMap, type ListValue, type Value } from '../../model/value.ts';
import { isSame } from '../../model/equal.ts';
import { AppendedList, pickElement } from './appended-list.ts';
import { isFields, withKey, withoutKey, type Fields } from './wide-record.ts';

/** Keys and indices below a namespace. */
export type Steps = readonly (string | number)[];

export type PlaceFault = 'not_a_list' | 'not_a_container' | 'index_out_of_range';

/** What a write makes of a value, or why it cannot. */
export type Placed = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: PlaceFault };

/** Undefined when anything on the way is missing, or the way runs through a plain value. */
export function readPlace(value: Value, steps: Steps): Value | undefined {
  let here: Value | undefined = value;
  for (const step of steps) {
    if (here === undefined) return undefined;
    if (typeof step === 'number') here = isList(here) ? pickElement(here, step) : undefined;
    else here = isMap(here) ? entry(here, step) : undefined;
  }
  return here;
}

/** A write at the end of the way, with all that it does not touch shared; missing objects on the way are made. */
export const writePlace = (here: Value | undefined, steps: Steps, end: End): Placed => writeFrom(here, steps, 0, end);

type End = (old: Value | undefined) => Placed;

function writeFrom(here: Value | undefined, steps: Steps, from: number, end: End): Placed {
  const step = steps[from];
  if (step === undefined) return end(here);
  const isKey = typeof step === 'string';
  // A null is a value to come: whoever declared the name may not know yet what it will hold.
  if (here === undefined || here === null) {
    return isKey ? writeKey({}, step, steps, from, end) : { ok: false, fault: 'index_out_of_range' };
  }
  if (isFields(here)) return isKey ? writeKey(here, step, steps, from, end) : { ok: false, fault: 'not_a_list' };
  if (!isList(here) || isKey) return { ok: false, fault: 'not_a_container' };
  if (step < 0 || step >= here.length) return { ok: false, fault: 'index_out_of_range' };
  const written = writeFrom(elementAt(here, step), steps, from + 1, end);
  return written.ok ? { ok: true, value: withElement(here, step, written.value) } : written;
}

function writeKey(record: Fields, key: string, steps: Steps, from: number, end: End): Placed {
  const old = entry(record, key);
  const written = writeFrom(old, steps, from + 1, end);
  if (!written.ok) return written;
  return { ok: true, value: written.value === old ? record : withKey(record, key, written.value) };
}

function withElement(list: ListValue, index: number, value: Value): ListValue {
  if (elementAt(list, index) === value) return list;
  return [...list].with(index, value);
}

/** The end of `set`: what is the same stays the very same. */
export const replaced =
  (value: Value) =>
  (old: Value | undefined): Placed => ({ ok: true, value: old !== undefined && isSame(old, value) ? old : value });

/** The end of `[+]`. */
export const appended =
  (value: Value) =>
  (old: Value | undefined): Placed => {
    if (old === undefined || old === null) return { ok: true, value: AppendedList.of(value) };
    return isList(old) ? { ok: true, value: AppendedList.from(old).append(value) } : { ok: false, fault: 'not_a_list' };
  };

/** Without what is at the end of the way; the very same value when there is nothing. The gap in a list closes. */
export function withoutPlace(here: Value, steps: Steps): Value {
  const [step, ...rest] = steps;
  if (step === undefined) return here;
  if (typeof step === 'number') {
    if (!isList(here)) return here;
    const index = step < 0 ? here.length + step : step;
    const old = elementAt(here, index);
    if (old === undefined) return here;
    return rest.length === 0 ? [...here].toSpliced(index, 1) : withElement(here, index, withoutPlace(old, rest));
  }
  if (!isFields(here)) return here;
  const old = entry(here, step);
  if (old === undefined) return here;
  if (rest.length === 0) return withoutKey(here, step);
  const left = withoutPlace(old, rest);
  return left === old ? here : withKey(here, step, left);
}

/** The same way with every index counted from the start; undefined where it leads nowhere. */
export function settledSteps(value: Value, steps: Steps): Steps | undefined {
  const settled: (string | number)[] = [];
  let here: Value | undefined = value;
  for (const step of steps) {
    if (here === undefined || here === null) return undefined;
    const counted: string | number = typeof step === 'number' && step < 0 && isList(here) ? here.length + step : step;
    settled.push(counted);
    here = readPlace(here, [counted]);
  }
  return here === undefined ? undefined : settled;
}
