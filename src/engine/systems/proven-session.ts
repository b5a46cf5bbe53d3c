import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import type { Note, Problem } from '../model/problem.ts';
import type { Session, SessionHeader } from '../model/session.ts';

/** What the sessions of a system are made of. */
export interface SessionForm<Header, Event> {
  /** As in “This is no … that can be read”. */
  readonly called: string;
  /** Of the problem. */
  readonly code: string;
  readonly header: v.GenericSchema<unknown, Header>;
  readonly event: v.GenericSchema<unknown, Event>;
  /** True only of what the schema would pass as it stands: the same proof in a fraction of the time. */
  readonly isPlain: (event: unknown) => event is Event;
}

/** A session from outside whose header and events are a system's, or what is wrong with the first part that is none. */
export function provenSession<Header extends SessionHeader, Event>(
  session: Session,
  form: SessionForm<Header, Event>,
): Result<Session<Header, Event>, Problem> {
  const header = v.safeParse(form.header, session.header);
  if (!header.success) return err(malformed(form, 'its header', header.issues));
  const events = provenEvents(session.events, form);
  return events.ok ? ok({ ...session, header: header.output, events: events.value }) : events;
}

/** The session with notes on what is odd about it. */
export const noted = <S extends Session>(session: S, notes: readonly Note[]): S => ({
  ...session,
  notes: [...session.notes, ...newOf(notes, session)],
});

/** Those that the session does not have yet: one that is checked again is not noted twice. */
export function newOf(notes: readonly Note[], session: Session): readonly Note[] {
  const known = new Set(session.notes.map(noteKey));
  return notes.filter((note) => !known.has(noteKey(note)));
}

const noteKey = ({ code, message }: Note) => `${code} ${message}`;

/** The very same list where all of it is plain: a long session is not copied to be checked. */
function provenEvents<Event>(
  events: readonly unknown[],
  form: SessionForm<unknown, Event>,
): Result<readonly Event[], Problem> {
  const { isPlain, event: schema } = form;
  let proven: Event[] | undefined;
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (isPlain(event)) {
      proven?.push(event);
      continue;
    }
    const parsed = v.safeParse(schema, event);
    if (!parsed.success) return err(malformed(form, `event ${index}`, parsed.issues));
    proven ??= (events as readonly Event[]).slice(0, index); // each of them was plain
    proven.push(parsed.output);
  }
  return ok(proven ?? (events as readonly Event[])); // all of them were plain
}

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

function malformed({ called, code }: SessionForm<unknown, unknown>, where: string, [issue]: Issues): Problem {
  const path = v.getDotPath(issue);
  const field = path === null ? '' : ` at “${path}”`;
  return { code, message: `This is no ${called} that can be read: ${where} is wrong${field} (${issue.message}).` };
}
