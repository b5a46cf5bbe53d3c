import type { Path } from '../../model/path.ts';
import { isList, type Value, valueAt } from '../../model/value.ts';

const looked = 400;

/** The first entries of the list of turns; of the first sessions, where there are several. */
export function entriesAt(document: Value, sessions: Path | null, turns: Path): readonly Value[] {
  const outer = sessions === null ? [document] : firstOf(valueAt(document, sessions), looked);
  const entries: Value[] = [];
  for (const session of outer) {
    entries.push(...firstOf(valueAt(session, turns), looked - entries.length));
    if (entries.length >= looked) break;
  }
  return entries;
}

function firstOf(value: Value | undefined, most: number): Value[] {
  const elements: Value[] = [];
  if (value === undefined || !isList(value)) return elements;
  for (const element of value) {
    if (elements.length >= most) break;
    elements.push(element);
  }
  return elements;
}
