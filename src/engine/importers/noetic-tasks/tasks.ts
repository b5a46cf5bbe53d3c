import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, type Value } from '../../model/value.ts';
import { Payload, TaskEvent } from './format.ts';

export interface PlacedEvent {
  readonly event: TaskEvent;
  readonly payload: Payload;
  readonly place: Path;
}

/** The events of one task and of the tasks that implement its features. */
export interface LoggedTask {
  readonly id: string;
  readonly events: readonly PlacedEvent[];
}

export interface TaskLog {
  readonly tasks: readonly LoggedTask[];
  /** Places of values that are not task events. */
  readonly unread: readonly Path[];
}

export function taskLogOf(value: Value): TaskLog {
  const unread: Path[] = [];
  const placed: PlacedEvent[] = [];
  (isList(value) ? [...value] : []).forEach((one, index) => {
    const event = v.safeParse(TaskEvent, one);
    const payload = v.safeParse(Payload, event.success ? event.output.payload : undefined);
    if (event.success && payload.success) placed.push({ event: event.output, payload: payload.output, place: [index] });
    else unread.push([index]);
  });
  const parents = parentsIn(placed);
  const tasks = new Map<string, PlacedEvent[]>();
  for (const one of placed) {
    const own = one.event.taskId ?? 'no task';
    const id = parents.get(own) ?? own;
    const known = tasks.get(id);
    if (known === undefined) tasks.set(id, [one]);
    else known.push(one);
  }
  return { tasks: [...tasks].map(([id, events]) => ({ id, events })), unread };
}

/** Each feature is implemented by a separate task; only the feature's events name it. */
function parentsIn(events: readonly PlacedEvent[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const { event, payload } of events) {
    if (payload.leafTaskId !== undefined && event.taskId !== null && event.taskId !== payload.leafTaskId)
      parents.set(payload.leafTaskId, event.taskId);
  }
  return parents;
}
