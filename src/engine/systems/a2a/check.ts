import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { provenEvents, type Issues } from '../proven-events.ts';
import { A2aEventSchema, type A2aEvent } from './event.ts';
import { A2aHeaderSchema, type A2aHeader } from './header.ts';
import { isPlainEvent } from './plain-event.ts';
import { isRefusedLater, Standings } from './standing.ts';

/** Proves that a header and events from outside are this system's, and says what about them is odd. */
export function checkA2a(session: Session): Result<Session<A2aHeader, A2aEvent>, Problem> {
  const header = v.safeParse(A2aHeaderSchema, session.header);
  if (!header.success) return err(malformed('its header', header.issues));
  const events = provenEvents(session.events, isPlainEvent, A2aEventSchema, malformed);
  if (!events.ok) return events;
  const known = new Set(session.notes.map(noteKey));
  const notes = oddities(events.value).filter((note) => !known.has(noteKey(note)));
  return ok({ ...session, header: header.output, events: events.value, notes: [...session.notes, ...notes] });
}

function malformed(where: string, issues: Issues): Problem {
  const [{ message }] = issues;
  const path = v.getDotPath(issues[0]);
  const field = path === null ? '' : ` at “${path}”`;
  return {
    code: 'a2a/malformed',
    message: `This is no A2A session that can be read: ${where} is wrong${field} (${message}).`,
  };
}

const noteKey = ({ code, message }: Note) => `${code} ${message}`;

/** Events that change nothing: of each kind the first, with how many there are. */
function oddities(events: readonly A2aEvent[]): readonly Note[] {
  const strangers: number[] = [];
  const late: number[] = [];
  const standings = new Standings();
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (event === undefined) continue;
    const standing = standings.before(event);
    if (event.type === 'task-submitted') continue;
    if (standing === 'unknown') strangers.push(index);
    else if (standing === 'over' && isRefusedLater(event)) late.push(index);
  }
  return [
    ...noted(strangers, 'a2a/unknown-task', (count) => `${count} of a task that was never submitted`),
    ...noted(late, 'a2a/after-the-end', (count) => `${count} after the end of a task, which storage refuses`),
  ];
}

function noted(indices: readonly number[], code: string, what: (count: string) => string): readonly Note[] {
  const [first] = indices;
  if (first === undefined) return [];
  const count = indices.length === 1 ? 'One event is' : `${indices.length} events are`;
  return [{ severity: 'lost', code, message: `${what(count)}; not applied.`, place: `events[${first}]` }];
}
