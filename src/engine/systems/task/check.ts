import { ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { withNotes, checkedSession } from '../checked-session.ts';
import type { TaskEvent } from './event.ts';
import { TaskEventSchema } from './event.ts';
import { isEnd } from './history.ts';
import { TaskHeaderSchema, type TaskHeader } from './header.ts';
import { collisions } from './keys.ts';
import { readDuration } from './limits.ts';

const form = {
  name: 'task session',
  code: 'task/malformed',
  header: TaskHeaderSchema,
  event: TaskEventSchema,
};

/** Checks that a header and events from outside belong to a task, and adds notes on their oddities. */
export function checkTask(session: Session): Result<Session<TaskHeader, TaskEvent>, Problem> {
  const proven = checkedSession(session, form);
  if (!proven.ok) return proven;
  const { header, events } = proven.value;
  return ok(withNotes(proven.value, [...oddities(header), ...afterTheEnd(events)]));
}

function oddities({ capabilities = [], limits }: TaskHeader): readonly Note[] {
  const notes: Note[] = collisions(capabilities).map(({ key, declared }) => ({
    severity: 'assumed',
    code: 'task/key-collision',
    message: `${declared.join(' and ')} share the function key “${key}”: their records are merged.`,
    place: `capabilities.${key}`,
  }));
  if (limits?.max_age !== undefined && readDuration(limits.max_age) === undefined) {
    notes.push({
      severity: 'lost',
      code: 'task/limit-unreadable',
      message: `The limit max_age “${limits.max_age}” is not a duration such as “2h” or “30m”: it is not applied.`,
      place: 'limits.max_age',
    });
  }
  return notes;
}

/** When a task ends, its children end and the waits of its calls are over. */
const isAftermath = (event: TaskEvent): boolean =>
  event.type === 'wait-settled' || (event.type === 'closed' && event.node !== undefined);

/** A terminal task never changes again, so events after the end are ignored. */
function afterTheEnd(events: readonly TaskEvent[]): readonly Note[] {
  const end = events.findIndex(isEnd);
  const late = end === -1 ? 0 : events.slice(end + 1).filter((event) => !isAftermath(event)).length;
  if (late === 0) return [];
  return [
    {
      severity: 'lost',
      code: 'task/after-the-end',
      message: `The task ended with event ${end} (${events[end]?.type}); the ${late} after it are not applied.`,
      place: `events[${end + 1}]`,
    },
  ];
}
