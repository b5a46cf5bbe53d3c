import { isList, type Value } from '../../model/value.ts';

export function runsIn(value: Value): readonly (readonly [Value, readonly number[]])[] {
  if (!isList(value)) return [[value, []]];
  return [...value].map((run, index) => [run, [index]]);
}
