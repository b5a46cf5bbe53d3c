import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import type { Note, Problem } from '../model/problem.ts';
import type { Session, SessionHeader } from '../model/session.ts';
import { plainCheckOf } from './plain-check.ts';

/** The header and events of a system's sessions, and the words for a session that does not have them. */
export interface SessionForm<Header, Event> {
  /** As in “This … cannot be read”. */
  readonly name: string;
  /** The code of the problem. */
  readonly code: string;
  readonly header: v.GenericSchema<unknown, Header>;
  readonly event: v.GenericSchema<unknown, Event>;
}

/** The session with typed header and events, or a problem that names the first part with a wrong field. */
export function checkedSession<Header extends SessionHeader, Event>(
  session: Session,
  form: SessionForm<Header, Event>,
): Result<Session<Header, Event>, Problem> {
  const header = v.safeParse(form.header, session.header);
  if (!header.success) return err(malformed(form, 'its header', header.issues));
  const events = checkedEvents(session.events, form);
  return events.ok ? ok({ ...session, header: header.output, events: events.value }) : events;
}

/** The session with further notes on its oddities. */
export const withNotes = <S extends Session>(session: S, notes: readonly Note[]): S => ({
  ...session,
  notes: [...session.notes, ...newNotes(notes, session)],
});

/** The notes that the session does not have yet, so that a second check adds none twice. */
export function newNotes(notes: readonly Note[], session: Session): readonly Note[] {
  const known = new Set(session.notes.map(noteKey));
  return notes.filter((note) => !known.has(noteKey(note)));
}

const noteKey = ({ code, message }: Note) => `${code} ${message}`;

/** The same list when all events are plain, so that the check does not copy a long session. */
function checkedEvents<Event>(
  events: readonly unknown[],
  form: SessionForm<unknown, Event>,
): Result<readonly Event[], Problem> {
  const { event: schema } = form;
  const isPlain = plainCheckOf(schema);
  let checked: Event[] | undefined;
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (isPlain(event)) {
      checked?.push(event);
      continue;
    }
    const parsed = v.safeParse(schema, event);
    if (!parsed.success) return err(malformed(form, `event ${index}`, parsed.issues));
    checked ??= (events as readonly Event[]).slice(0, index); // each of them was plain
    checked.push(parsed.output);
  }
  return ok(checked ?? (events as readonly Event[])); // all of them were plain
}

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

function malformed({ name: called, code }: SessionForm<unknown, unknown>, where: string, [issue]: Issues): Problem {
  const path = v.getDotPath(issue);
  const field = path === null ? '' : ` at “${path}”`;
  return { code, message: `This ${called} cannot be read: ${where} is wrong${field} (${issue.message}).` };
}
