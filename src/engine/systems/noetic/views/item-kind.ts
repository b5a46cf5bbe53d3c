import type { Value } from '../../../model/value.ts';
import { typeOf } from '../item.ts';
import type { ItemLog } from '../item-log.ts';

/** The five item types of the documentation. `extension` includes `prefix:name` and all other types. */
export type ItemKind = 'message' | 'function_call' | 'function_call_output' | 'reasoning' | 'extension';

export const itemKinds: readonly ItemKind[] = [
  'message',
  'function_call',
  'function_call_output',
  'reasoning',
  'extension',
];

export function kindOf(item: Value): ItemKind {
  const type = typeOf(item);
  switch (type) {
    case 'message':
    case 'function_call':
    case 'function_call_output':
    case 'reasoning':
      return type;
    default:
      return 'extension';
  }
}

/** Places in a log by kind of item, ascending. Places beyond the log's length belong to later versions of it. */
export type PlacesByKind = { readonly [K in ItemKind]: readonly number[] };

const known = new WeakMap<object, { readonly places: { readonly [K in ItemKind]: number[] }; count: number }>();

/** Classifies each item only once, even if a growing log is queried often. */
export function placesByKind(log: ItemLog): PlacesByKind {
  const sorted = known.get(log.own.column) ?? { places: noPlaces(), count: 0 };
  known.set(log.own.column, sorted);
  for (; sorted.count < log.length; sorted.count++) {
    sorted.places[kindOf(log.at(sorted.count) ?? null)].push(sorted.count);
  }
  return sorted.places;
}

const noPlaces = () => ({
  message: [],
  function_call: [],
  function_call_output: [],
  reasoning: [],
  extension: [],
});
