import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { A2aEventSchema, type A2aEvent } from './event.ts';
import { A2aHeaderSchema, type A2aHeader } from './header.ts';
import { isTerminal } from './task-state.ts';

/** Proves that a header and events from outside are this system's, and says what about them is odd. */
export function checkA2a(session: Session): Result<Session<A2aHeader, A2aEvent>, Problem> {
  const header = v.safeParse(A2aHeaderSchema, session.header);
  if (!header.success) return err(malformed('its header', header.issues));
  const events: A2aEvent[] = [];
  for (const [index, event] of session.events.entries()) {
    const parsed = v.safeParse(A2aEventSchema, event);
    if (!parsed.success) return err(malformed(`event ${index}`, parsed.issues));
    events.push(parsed.output);
  }
  const known = new Set(session.notes.map(noteKey));
  const notes = oddities(events).filter((note) => !known.has(noteKey(note)));
  return ok({ ...session, header: header.output, events, notes: [...session.notes, ...notes] });
}

function malformed(where: string, issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Problem {
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
  const isOver = new Map<string, boolean>();
  for (const [index, event] of events.entries()) {
    if (!('task' in event)) continue;
    const over = isOver.get(event.task);
    if (event.type === 'task-submitted') {
      if (over === undefined) isOver.set(event.task, false);
    } else if (over === undefined) strangers.push(index);
    else if (over) {
      if (isRefusedLater(event)) late.push(index);
    } else if (event.type === 'task-closed' || (event.type === 'turn-ended' && isTerminal(event.state))) {
      isOver.set(event.task, true);
    }
  }
  return [
    ...noted(strangers, 'a2a/unknown-task', (count) => `${count} of a task that was never submitted`),
    ...noted(late, 'a2a/after-the-end', (count) => `${count} after the end of a task, which storage refuses`),
  ];
}

/** Artifacts and messages may still come when a task is over; nothing else is taken. */
function isRefusedLater(event: A2aEvent): boolean {
  switch (event.type) {
    case 'message-received':
    case 'turn-started':
    case 'turn-ended':
    case 'task-closed':
    case 'cancel-requested':
      return true;
    case 'status-sent':
      return event.message !== undefined;
    default:
      return false;
  }
}

function noted(indices: readonly number[], code: string, what: (count: string) => string): readonly Note[] {
  const [first] = indices;
  if (first === undefined) return [];
  const count = indices.length === 1 ? 'One event is' : `${indices.length} events are`;
  return [{ severity: 'lost', code, message: `${what(count)}; not applied.`, place: `events[${first}]` }];
}
