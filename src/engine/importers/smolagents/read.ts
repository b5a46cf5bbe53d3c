import { err, ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { runIn } from './shapes.ts';
import type { Run } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = runIn(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf(single)] });
  return ok({ sessions: elementsOf(value).map((line, index) => entryAt(line, index)) });
};

const entryOf = (run: Run): SessionEntry => ({ title: titleOf(run), system: 'task', open: () => ok(toSession(run)) });

/** A line without a run keeps its place in the list, so that the others keep their numbers. */
function entryAt(line: Value, index: number): SessionEntry {
  const run = runIn(line, [index]);
  if (run !== undefined) return entryOf(run);
  const message = `Entry ${index} of this file is no run of smolagents: it has neither messages nor steps of one.`;
  return { title: 'unreadable entry', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}
