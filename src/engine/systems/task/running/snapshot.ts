import * as v from 'valibot';
import { materialise } from '../../../model/materialise.ts';
import { isList, isRecord, valueAt, type RecordValue, type Value } from '../../../model/value.ts';
import { TaskEventSchema, type TaskEvent } from '../event.ts';
import { fromSnapshot } from '../snapshot/from-snapshot.ts';
import { contextOf, rootTask, type RunState } from './run-state.ts';
import { placed } from './progress.ts';
import { standing, standingBelow } from './status.ts';

/** The root's `context`, how it stands, and with what its run can be gone on with: calls that wait, and child tasks. */
export function snapshotOf(run: RunState): Value {
  const tasks = [...standingBelow(run)].map(
    ([id, fields]) => [id, { ...fields, context: contextIn(run, id) }] as const,
  );
  return {
    context: contextIn(run, rootTask),
    ...standing(run),
    ...(tasks.length > 0 && { tasks: Object.fromEntries(tasks) }),
  };
}

function contextIn({ tasks }: RunState, id: string): Value {
  const live = tasks.get(id);
  return live === undefined ? null : materialise(contextOf(live));
}

/** What a snapshot of ours has beside the root's own: its child tasks and the calls that wait. What it is not is left out. */
export function eventsOfTasks(snapshot: Value): readonly TaskEvent[] {
  const tasks = valueAt(snapshot, ['tasks']) ?? null;
  const awaiting = valueAt(snapshot, ['awaiting']) ?? null;
  return [
    ...(isRecord(tasks) ? Object.entries(tasks) : []).flatMap(([id, task]) => eventsOfTask(id, task)),
    ...(isList(awaiting) ? [...awaiting] : []).flatMap((held) => (isRecord(held) ? heldAgain(held) : [])),
  ];
}

function eventsOfTask(id: string, task: Value): readonly TaskEvent[] {
  const { parent, agent, ...own } = isRecord(task) ? task : {};
  if (typeof agent !== 'string') return [];
  // Without `agent`, which would make a context of what only holds one.
  const read = fromSnapshot(own);
  if (!read.ok) return [];
  const { header, events } = read.value.session;
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
