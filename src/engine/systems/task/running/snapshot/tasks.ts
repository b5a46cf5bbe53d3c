import * as v from 'valibot';
import { isList, isRecord, valueAt, type RecordValue, type Value } from '../../../../model/value.ts';
import type { TaskEvent } from '../../event.ts';
import { TaskEventSchema } from '../../event-schema.ts';
import type { TaskHeader } from '../../header.ts';
import { placed } from '../progress.ts';
import { rootTask } from '../run-state.ts';

/** Reads one `context` with its task's status; null when it is not a context. */
type ReadContext = (snapshot: Value) => { readonly header: TaskHeader; readonly events: readonly TaskEvent[] } | null;

/** The child tasks and waiting calls in Contextscope's own snapshot. Unreadable ones are left out. */
export function eventsOfTasks(snapshot: Value, read: ReadContext): readonly TaskEvent[] {
  const tasks = valueAt(snapshot, ['tasks']) ?? null;
  const awaiting = valueAt(snapshot, ['awaiting']) ?? null;
  return [
    ...(isRecord(tasks) ? Object.entries(tasks) : []).flatMap(([id, task]) => eventsOfTask(id, task, read)),
    ...(isList(awaiting) ? [...awaiting] : []).flatMap((held) => (isRecord(held) ? heldAgain(held) : [])),
  ];
}

function eventsOfTask(id: string, task: Value, read: ReadContext): readonly TaskEvent[] {
  const { parent, agent, ...own } = isRecord(task) ? task : {};
  if (typeof agent !== 'string') return [];
  // Without `agent`, so that an object that only contains a context is not read as one.
  const child = read(own);
  if (child === null) return [];
  const { header, events } = child;
  const below = typeof parent === 'string' && parent !== rootTask ? { parent } : {};
  return [
    { type: 'task-created', node: id, ...below, agent, header: { ...header, title: agent } },
    ...events.map((event) => placed(event, id)),
  ];
}

function heldAgain({ task, token, review, task_id, course }: RecordValue): readonly TaskEvent[] {
  const node = typeof task === 'string' && task !== rootTask ? { node: task } : {};
  const awaits = review === undefined ? { task_id } : { review };
  const event = v.safeParse(TaskEventSchema, { type: 'call-held', ...node, token, awaits, course });
  return event.success ? [event.output] : [];
}
