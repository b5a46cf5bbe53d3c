import { err, ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import type { Importer, SessionEntry } from '../importer.ts';
import { logIn } from './shapes.ts';
import type { Log } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const noeticItems: Importer = {
  id: 'noetic-items',
  title: 'Noetic item log',
  claim({ value }) {
    const first = logIn(value, []) ?? logIn(listOf(value)[0] ?? null, [0]);
    return first?.claim ?? 'no';
  },
  read({ value }) {
    const single = logIn(value, []);
    if (single !== undefined) return ok({ sessions: [entryOf(single)] });
    return ok({ sessions: listOf(value).map((line, index) => entryAt(line, index)) });
  },
};

/** Several checkpoints or answers, one per line. */
// Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
const listOf = (value: Value): readonly Value[] => (Array.isArray(value) ? (value as readonly Value[]) : []);

const entryOf = (log: Log): SessionEntry => ({
  title: titleOf(log),
  system: 'noetic',
  open: () => ok(toSession(log)),
});

/** A line that holds no log keeps its place in the list, so that the others keep their numbers. */
function entryAt(line: Value, index: number): SessionEntry {
  const log = logIn(line, [index]);
  if (log !== undefined) return entryOf(log);
  const message = `Entry ${index} of this file is neither a checkpoint of Noetic nor an answer of its harness.`;
  return { title: 'unreadable entry', system: 'noetic', open: () => err({ code: 'import/malformed', message }) };
}
