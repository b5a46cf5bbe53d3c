import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { Entry, sequenceKey } from './format.ts';

/** How many lines are examined: a log may be cut off at its beginning. */
const sample = 200;

export function linesIn(value: Value): readonly Value[] | undefined {
  const lines = elementsOf(value);
  const first = lines.slice(0, sample).map((line) => v.safeParse(Entry, line));
  const isTracked = first.some(
    (line) => line.success && line.output.type === 'begin_entry' && line.output.action !== undefined,
  );
  return isTracked ? lines : undefined;
}

export interface PlacedState {
  readonly state: RecordValue;
  readonly place: Path;
}

/** A state, or the result of a step: `(action, result, state)`. */
export function stateIn(value: Value): PlacedState | undefined {
  if (isState(value)) return { state: value, place: [] };
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const last = (value as readonly Value[])[2]; // narrowed to any[]
  return last !== undefined && isState(last) ? { state: last, place: [2] } : undefined;
}

const isState = (value: Value): value is RecordValue => isRecord(value) && Object.hasOwn(value, sequenceKey);
