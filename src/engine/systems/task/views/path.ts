import type { TurnIndex } from '../../../model/history.ts';
import type { Session } from '../../../model/session.ts';
import type { LifecyclePath, LifecycleStep } from '../../lifecycle.ts';
import type { TaskEvent } from '../event.ts';
import type { TaskHeader } from '../header.ts';
import type { RunState } from '../running/run-state.ts';
import { changesUpTo } from '../status-history.ts';
import { stateOf } from './state-of.ts';

type TaskSession = Session<TaskHeader, TaskEvent>;

/** The steps of one task after the changes read so far; `upTo[k]` is their number after k changes. */
interface Steps {
  readonly steps: LifecycleStep[];
  readonly upTo: number[];
}

const known = new WeakMap<TaskSession, Map<string, Steps>>();

/** The path of a task up to a turn. Its first step is the initial state and has no state before it. */
export function pathOf(session: TaskSession, id: string, turn: TurnIndex): LifecyclePath {
  const { start, changes, count } = changesUpTo(session, turn);
  const ofSession = known.get(session) ?? new Map<string, Steps>();
  known.set(session, ofSession);
  const { steps, upTo } = ofSession.get(id) ?? begun(start, id);
  ofSession.set(id, { steps, upTo });
  for (let i = upTo.length - 1; i < changes.length; i++) {
    const change = changes[i];
    if (change !== undefined) {
      const before = changes[i - 1]?.run ?? start;
      if (change.run.tasks.has(id)) steps.push(...stepOf(before, change.run, id, change.event, change.turn));
    }
    upTo.push(steps.length);
  }
  return steps.slice(0, upTo[count] ?? 0);
}

function begun(start: RunState, id: string): Steps {
  const isThere = start.tasks.has(id);
  const steps: LifecycleStep[] = isThere
    ? [{ from: null, to: stateOf(start, id), by: 'start', turn: -1, reason: null }]
    : [];
  return { steps, upTo: [steps.length] };
}

function stepOf(
  before: RunState,
  run: RunState,
  id: string,
  event: TaskEvent,
  turn: TurnIndex,
): readonly LifecycleStep[] {
  const from = before.tasks.has(id) ? stateOf(before, id) : null;
  const to = stateOf(run, id);
  return from === to ? [] : [{ from, to, by: event.type, turn, reason: reasonOf(event) }];
}

/** The reason in the event. */
function reasonOf(event: TaskEvent): string | null {
  switch (event.type) {
    case 'call-held': {
      const { awaits, course } = event;
      const what = course.function === '' ? 'steps' : course.function;
      return 'review' in awaits ? `${awaits.review} reviews ${what}` : `${what} is up to ${awaits.task_id}`;
    }
    case 'failed':
      return event.error;
    case 'limit-exceeded':
      return event.limit;
    case 'locked':
      return event.reason ?? null;
    case 'task-created':
      return `delegated to ${event.agent}`;
    default:
      return null;
  }
}
