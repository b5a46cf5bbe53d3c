import { isList, isMap, isRecord, keysOf, entry, MapView, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkState, Dict } from './state.ts';

type Changed = AdkState['changed'];

/** A dict in one version of the run. All holders of the same dict get the same view. */
export class DictView extends MapView {
  /** The id of the dict, or the original object that was changed in place. */
  readonly origin: string | object;
  readonly dict: Dict;
  readonly changed: Changed;

  constructor(dict: Dict, changed: Changed, origin: string | object) {
    super();
    this.dict = dict;
    this.changed = changed;
    this.origin = origin;
  }

  override get(key: string): Value | undefined {
    const value = this.dict.get(key);
    return value === undefined ? undefined : presentValue(value, this.changed);
  }

  override keys(): readonly string[] {
    return [...this.dict.keys()];
  }

  /** A view of the same dict with an identity of its own. */
  proxy(): DictView {
    return new DictView(this.dict, this.changed, this.origin);
  }
}

const dictViews = new WeakMap<Dict, DictView>();

export function dictView(dict: Dict, changed: Changed, origin: string | object): DictView {
  const known = dictViews.get(dict);
  if (known !== undefined && known.changed === changed && known.origin === origin) return known;
  const view = new DictView(dict, changed, origin);
  dictViews.set(dict, view);
  return view;
}

/** Values below this depth are left unchanged; readers produce no deeper ones. */
const maxDepth = 1500;

/**
 * The current form of a value that was once stored in a state. An unchanged value is returned as the same object, and
 * all holders of a changed value get the same new object.
 */
export function presentValue(value: Value, changed: Changed, depth = 0): Value {
  if (typeof value !== 'object' || value === null || changed.size === 0 || depth > maxDepth) return value;
  const known = presented.get(changed) ?? new WeakMap<object, Value>();
  presented.set(changed, known);
  const present = known.get(value) ?? madePresent(value, changed, depth);
  known.set(value, present);
  return present;
}

const presented = new WeakMap<Changed, WeakMap<object, Value>>();

function madePresent(value: Value & object, changed: Changed, depth: number): Value {
  const current = changed.get(value);
  if (current !== undefined)
    return isElements(current) ? presentList(current, changed, depth) : dictView(current, changed, value);
  if (isRecord(value)) return presentRecord(value, changed, depth);
  return isElements(value) ? presentList(value, changed, depth) : value;
}

/** `Array.isArray` alone does not narrow a `Value` to a readonly array. */
export const isElements = (value: Value | Dict): value is readonly Value[] => Array.isArray(value);

function presentRecord(record: RecordValue, changed: Changed, depth: number): Value {
  const entries = Object.entries(record).map(([key, value]) => [key, presentValue(value, changed, depth + 1)] as const);
  return entries.every(([key, value]) => value === record[key]) ? record : Object.fromEntries(entries);
}

function presentList(list: readonly Value[], changed: Changed, depth: number): readonly Value[] {
  const elements = list.map((element) => presentValue(element, changed, depth + 1));
  return elements.every((element, i) => element === list[i]) ? list : elements;
}

/** A deep copy, as a dump makes one; views become plain data. */
export function copied(value: Value, depth = 0): Value {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (isList(value)) return [...value].map((element) => copied(element, depth + 1));
  if (!isMap(value) || value instanceof Map) return value;
  const entries = keysOf(value).map(
    (key) => [String(key), copied(entry(value, String(key)) ?? null, depth + 1)] as const,
  );
  return Object.fromEntries(entries);
}

/**
 * Makes a program's value plain data, so that an event can carry it. A value that is plain already is returned
 * unchanged.
 */
export function plain(value: Value, depth = 0): Value {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (value instanceof MapView || (isList(value) && !isElements(value))) return copied(value, depth);
  if (isElements(value)) {
    const elements = value.map((element) => plain(element, depth + 1));
    return elements.every((element, i) => element === value[i]) ? value : elements;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, plain(inner, depth + 1)] as const);
  return entries.every(([key, inner]) => inner === value[key]) ? value : Object.fromEntries(entries);
}
