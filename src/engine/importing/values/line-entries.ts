import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from './elements.ts';

/** A line of a log that could be read, and its place. */
export interface LineEntry<Line> {
  readonly line: Line;
  readonly place: Path;
}

export interface LineEntries<Line> {
  readonly entries: readonly LineEntry<Line>[];
  /** Places of lines that do not belong to the format. */
  readonly unread: readonly Path[];
}

/** The lines of a log, each held against the format's schema by itself: one that does not fit does not affect the others. */
export function lineEntries<S extends v.GenericSchema>(schema: S, value: Value): LineEntries<v.InferOutput<S>> {
  const entries: LineEntry<v.InferOutput<S>>[] = [];
  const unread: Path[] = [];
  elementsOf(value).forEach((one, index) => {
    const line = v.safeParse(schema, one);
    if (line.success) entries.push({ line: line.output, place: [index] });
    else unread.push([index]);
  });
  return { entries, unread };
}
