import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { Run } from './format.ts';
import { titleOf, toSession } from './to-session.ts';
import { runsIn } from './shapes.ts';

export const read: Read = ({ value }) => {
  const sessions = runsIn(value).map(([run, place]) => entryOf(run, place));
  if (sessions.length > 0) return ok({ sessions });
  return err({ code: 'import/empty', message: 'This file of the Agent Framework holds no conversation.' });
};

/** A line that holds no conversation keeps its place in the list, so that the others keep their numbers. */
function entryOf(value: Value, place: readonly number[]): SessionEntry {
  const parsed = v.safeParse(Run, value);
  if (parsed.success && isRecord(value)) {
    const run = parsed.output;
    return { title: titleOf(run), system: 'task', open: () => ok(toSession(run, value, place)) };
  }
  const message = `Line ${place.join('.')} of this file is no conversation.`;
  return { title: 'unreadable line', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}
