import { isList, isMap, isRecord, keysOf, entry, MapView, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkState, Dict } from './state.ts';

type Changed = AdkState['changed'];

/** A dict as it stands in one version of the run. Holders of the same dict get the same view. */
export class DictView extends MapView {
  /** The id of the dict, or the object that it was before it was changed in place. */
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

  /** Shows the same and is another object. */
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

/** Deeper than this nothing is looked at: readers hand out nothing that deep. */
const maxDepth = 1500;

/**
 * A value that was once put into a state, as it is by now. What nobody changed in place is the very same object, and
 * whoever holds a changed one gets the same object for it.
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
  const now = changed.get(value);
  if (now !== undefined) return isElements(now) ? presentList(now, changed, depth) : dictView(now, changed, value);
  if (isRecord(value)) return presentRecord(value, changed, depth);
  return isElements(value) ? presentList(value, changed, depth) : value;
}

/** `Array.isArray` alone does not tell a readonly array from what else a value may be. */
export const isElements = (value: Value | Dict): value is readonly Value[] => Array.isArray(value);

function presentRecord(record: RecordValue, changed: Changed, depth: number): Value {
  const entries = Object.entries(record).map(([key, value]) => [key, presentValue(value, changed, depth + 1)] as const);
  return entries.every(([key, value]) => value === record[key]) ? record : Object.fromEntries(entries);
}

function presentList(list: readonly Value[], changed: Changed, depth: number): readonly Value[] {
  const elements = list.map((element) => presentValue(element, changed, depth + 1));
  return elements.every((element, i) => element === list[i]) ? list : elements;
}

/** A copy through and through, as a dump makes one; views become plain data. */
export function copied(value: Value, depth = 0): Value {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (isList(value)) return [...value].map((element) => copied(element, depth + 1));
  if (!isMap(value) || value instanceof Map) return value;
  const entries = keysOf(value).map(
    (key) => [String(key), copied(entry(value, String(key)) ?? null, depth + 1)] as const,
  );
  return Object.fromEntries(entries);
}

/** A value handed over by a program, as an event may carry it: plain data, and untouched where it is that already. */
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
