import type { RecordValue, Value } from '../../../model/value.ts';
import type { CallHeld } from '../event.ts';
import { statusOf } from '../operations.ts';
import type { LiveTask } from './live-task.ts';
import { waitingCalls, rootOf, rootTask, type RunState } from './run-state.ts';

/** The status of a task: phase and reason, what its calls wait for, and its child tasks. */
export function statusNow(run: RunState, live: LiveTask): RecordValue {
  const awaiting = waitingCalls(run, live.id).map(waitOf);
  const children = childrenOf(run, live.id).map(({ id }) => id);
  return {
    ...statusOf(live.task),
    ...(awaiting.length > 0 && { awaiting }),
    ...(children.length > 0 && { children }),
  };
}

/** What a call waits for: the reviewer or child task, the function, and the arguments. */
export const waitOf = ({ token, awaits, course }: CallHeld): RecordValue => ({
  token,
  ...awaits,
  function: course.function,
  input: course.input,
});

function childrenOf({ tasks }: RunState, id: string): readonly LiveTask[] {
  const children: LiveTask[] = [];
  for (const [, live] of tasks) if (live.parent === id) children.push(live);
  return children;
}

/** The status fields of a snapshot beside the root's `context`, from which a run can be continued. */
export function statusFields(run: RunState): RecordValue {
  const awaiting = run.held.map((held) => ({
    task: held.node ?? rootTask,
    ...waitOf(held),
    course: { ...held.course },
  }));
  return {
    ...statusOf(rootOf(run).task),
    ...(awaiting.length > 0 && { awaiting: awaiting as readonly unknown[] as readonly Value[] }), // a course is plain data
  };
}

/** The status fields of each task below the root, by its id. */
export function childStatuses({ tasks }: RunState): ReadonlyMap<string, RecordValue> {
  const below = new Map<string, RecordValue>();
  for (const [id, { parent, task }] of tasks) {
    if (parent !== null) below.set(id, { parent, agent: task.header.title, ...statusOf(task) });
  }
  return below;
}
