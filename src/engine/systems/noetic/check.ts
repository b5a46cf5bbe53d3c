import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { isRecord } from '../../model/value.ts';
import type { NoeticEvent } from './event.ts';
import { NoeticEventSchema } from './event-schema.ts';
import { NoeticHeaderSchema, type NoeticHeader } from './header.ts';
import { logNotes } from './log-notes.ts';

/** Proves that a header and events from outside are a run of Noetic, and says what about them is odd. */
export function checkNoetic(session: Session): Result<Session<NoeticHeader, NoeticEvent>, Problem> {
  const header = v.safeParse(NoeticHeaderSchema, session.header);
  if (!header.success) return err(malformed('its header', header.issues));
  const events = provenEvents(session.events);
  if (!events.ok) return events;
  const known = new Set(session.notes.map(noteKey));
  const notes = logNotes(header.output, events.value).filter((note) => !known.has(noteKey(note)));
  return ok({ ...session, header: header.output, events: events.value, notes: [...session.notes, ...notes] });
}

/** The very same list where all of it is good as it stands: a long session is not copied to be checked. */
function provenEvents(events: readonly unknown[]): Result<readonly NoeticEvent[], Problem> {
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (isPlainItem(event)) continue;
    const parsed = v.safeParse(NoeticEventSchema, event);
    if (!parsed.success) return err(malformed(`event ${index}`, parsed.issues));
  }
  return ok(events as readonly NoeticEvent[]); // each of them was proven, and the schema changes nothing
}

/** Most events by far, and too many for a schema to look at one by one. */
function isPlainItem(event: unknown): boolean {
  if (!isRecord(event) || event['type'] !== 'item-appended' || event['item'] === undefined) return false;
  for (const key in event) {
    if ((key === 'node' || key === 'at') && typeof event[key] !== 'string') return false;
  }
  return true;
}

function malformed(where: string, issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Problem {
  const [{ message }] = issues;
  const path = v.getDotPath(issues[0]);
  const place = path === null ? '' : ` at “${path}”`;
  return {
    code: 'noetic/malformed',
    message: `This is no Noetic session that can be read: ${where} is wrong${place} (${message}).`,
  };
}

const noteKey = ({ code, message }: Note) => `${code} ${message}`;
