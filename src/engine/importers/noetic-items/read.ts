import { err, ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { type Log, logIn } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = logIn(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf(single)] });
  return ok({ sessions: elementsOf(value).map((line, index) => entryAt(line, index)) });
};

const entryOf = (log: Log): SessionEntry => ({
  title: titleOf(log),
  system: 'noetic',
  open: () => ok(toSession(log)),
});

/** A line without a log becomes an unreadable entry, so that the others keep their numbers. */
function entryAt(line: Value, index: number): SessionEntry {
  const log = logIn(line, [index]);
  if (log !== undefined) return entryOf(log);
  const message = `Entry ${index} of this file is neither a checkpoint of Noetic nor an answer of its harness.`;
  return { title: 'unreadable entry', system: 'noetic', open: () => err({ code: 'import/malformed', message }) };
}
