import {
  elementAt,
  entry,
  isList,
  isMap,
  isRecord,
  MapView,
  type ListValue,
  type MapValue,
  type Value,
} from '../../model/value.ts';
import { Spot } from './shape-spot.ts';
import type { Type } from './types.ts';

/**
 * How much of the data is examined. If anything is left out, the shape is `partial`, so that it is not taken for
 * complete.
 */
export interface ShapeLimits {
  /** Lists and maps opened per added value. */
  readonly opened: number;
  /** Keys recorded per record. */
  readonly fields: number;
  /** Elements examined per list: the first, the last, and some between. */
  readonly elements: number;
  readonly depth: number;
  /** The values are a sample: others may have keys that these lack. */
  readonly isSample: boolean;
}

const usualLimits: ShapeLimits = { opened: 4000, fields: 300, elements: 120, depth: 16, isSample: false };

/** Keys longer than this are data. */
const maxKeyLength = 200;

/** The shape of one value, or of many that occur in the same place. */
export function shapeOf(values: Iterable<Value>, limits: Partial<ShapeLimits> = {}): Type {
  const builder = new ShapeBuilder(limits);
  for (const value of values) builder.add(value);
  return builder.shape();
}

/** Learns a shape value by value, so that a live session continues where it was. */
export class ShapeBuilder {
  private readonly root = new Spot();
  private readonly limits: ShapeLimits;

  constructor(limits: Partial<ShapeLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
  }

  /** Broad before deep, so that one huge branch does not hide its neighbours. */
  add(value: Value): void {
    let level = [{ value, spot: this.root }];
    let left = this.limits.opened;
    this.root.count(value);
    for (let depth = 0; level.length > 0; depth++) {
      const next: typeof level = [];
      for (const { value: here, spot } of level) {
        if (depth >= this.limits.depth || --left < 0) spot.leaveClosed(here);
        else next.push(...this.children(here, spot));
      }
      level = next.filter((child) => isList(child.value) || isMap(child.value));
    }
  }

  shape(): Type {
    return this.root.type(this.limits.isSample);
  }

  private children(value: Value, spot: Spot): { readonly value: Value; readonly spot: Spot }[] {
    if (isList(value)) return this.elements(value, spot);
    return isMap(value) ? this.entries(value, spot) : [];
  }

  private elements(list: ListValue, spot: Spot): { readonly value: Value; readonly spot: Spot }[] {
    const element = spot.element();
    if (list.length > this.limits.elements) element.isSample = true;
    return [...sampled(list.length, this.limits.elements)].flatMap((index) => {
      const value = elementAt(list, index);
      if (value === undefined) return [];
      element.count(value);
      return [{ value, spot: element }];
    });
  }

  private entries(map: MapValue, spot: Spot): { readonly value: Value; readonly spot: Spot }[] {
    const found: { readonly value: Value; readonly spot: Spot }[] = [];
    if (!isRecord(map) && !(map instanceof MapView) && [...map.keys()].some((key) => typeof key !== 'string')) {
      spot.openMap([...map.keys()].slice(0, this.limits.fields), [...map.values()].slice(0, this.limits.fields));
      return found;
    }
    const record = spot.openRecord();
    for (const key of stringKeys(map)) {
      const field = key.length > maxKeyLength ? undefined : record.field(key, this.limits.fields);
      const value = entry(map, key);
      if (field === undefined) record.leaveOut();
      if (record.isFull && field === undefined) break;
      if (field === undefined || value === undefined) continue;
      field.count(value);
      found.push({ value, spot: field });
    }
    return found;
  }
}

function stringKeys(map: MapValue): readonly string[] {
  if (map instanceof MapView) return map.keys();
  return isRecord(map) ? Object.keys(map) : [...map.keys()].filter((key) => typeof key === 'string');
}

/** Indices in ascending order: all of them, or `most` spread over the whole with both ends dense. */
function* sampled(length: number, most: number): Generator<number> {
  if (length <= most) {
    for (let index = 0; index < length; index++) yield index;
    return;
  }
  const third = Math.floor(most / 3);
  const middle = length - 2 * third;
  for (let index = 0; index < third; index++) yield index;
  for (let index = 0; index < most - 2 * third; index++) {
    yield third + Math.floor((index * middle) / (most - 2 * third));
  }
  for (let index = length - third; index < length; index++) yield index;
}
