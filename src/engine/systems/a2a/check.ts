import { ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { withNotes, checkedSession } from '../checked-session.ts';
import { A2aEventSchema, type A2aEvent } from './event.ts';
import { A2aHeaderSchema, type A2aHeader } from './header.ts';
import { isRefusedAfterEnd, TaskStatuses } from './accepted-events.ts';

const form = {
  name: 'A2A session',
  code: 'a2a/malformed',
  header: A2aHeaderSchema,
  event: A2aEventSchema,
};

/** Checks that a header and events from outside belong to this system, and adds notes on their oddities. */
export function checkA2a(session: Session): Result<Session<A2aHeader, A2aEvent>, Problem> {
  const proven = checkedSession(session, form);
  return proven.ok ? ok(withNotes(proven.value, oddities(proven.value.events))) : proven;
}

/** Notes on events that change nothing: the first of each kind, with the number of them. */
function oddities(events: readonly A2aEvent[]): readonly Note[] {
  const strangers: number[] = [];
  const late: number[] = [];
  const statuses = new TaskStatuses();
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (event === undefined) continue;
    const status = statuses.before(event);
    if (event.type === 'task-submitted') continue;
    if (status === 'unknown') strangers.push(index);
    else if (status === 'over' && isRefusedAfterEnd(event)) late.push(index);
  }
  return [
    ...toldOnce(strangers, 'a2a/unknown-task', (count) => `${count} of a task that was never submitted`),
    ...toldOnce(late, 'a2a/after-the-end', (count) => `${count} after the end of a task, which storage refuses`),
  ];
}

function toldOnce(indices: readonly number[], code: string, what: (count: string) => string): readonly Note[] {
  const [first] = indices;
  if (first === undefined) return [];
  const count = indices.length === 1 ? 'One event is' : `${indices.length} events are`;
  return [{ severity: 'lost', code, message: `${what(count)}; not applied.`, place: `events[${first}]` }];
}
