import * as v from 'valibot';
import { isList, isRecord, valueAt, type RecordValue, type Value } from '../../../../model/value.ts';
import type { TaskEvent } from '../../event.ts';
import { TaskEventSchema } from '../../event-schema.ts';
import type { TaskHeader } from '../../header.ts';
import { placed } from '../progress.ts';
import { rootTask } from '../run-state.ts';

/** Reads one `context` with how its task stands; null where it is none. */
type ReadContext = (snapshot: Value) => { readonly header: TaskHeader; readonly events: readonly TaskEvent[] } | null;

/** What a snapshot of ours has beside the root's own: its child tasks and the calls that wait. What it is not is left out. */
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
  // Without `agent`, which would make a context of what only holds one.
  const told = read(own);
  if (told === null) return [];
  const { header, events } = told;
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
