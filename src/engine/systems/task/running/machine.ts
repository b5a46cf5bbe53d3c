import { ok } from '../../../../base/result.ts';
import type { Machine, OperationCall } from '../../machine.ts';
import type { TaskEvent } from '../event.ts';
import { decide } from './decide.ts';
import { openingFromSnapshot, openingOf, startOf } from './opening.ts';
import { happened, type RunState, rootTask, contextOf } from './run-state.ts';
import { operationSpecs } from './specs.ts';
import { materialise } from '../../../model/materialise.ts';
import type { Value } from '../../../model/value.ts';
import { statusFields, childStatuses } from './status.ts';

/** A task with its events, its agent’s manifest, its child tasks, and their mounts. */
export const taskMachine: Machine<RunState, TaskEvent> = {
  operations: operationSpecs,
  start(given) {
    const opening = openingOf(given);
    return opening.ok ? ok(startOf(opening.value)) : opening;
  },
  decide,
  apply: happened,
  answers: answersTo,
  toSnapshot: snapshotOf,
  fromSnapshot(value) {
    const opening = openingFromSnapshot(value);
    return opening.ok ? ok(startOf(opening.value)) : opening;
  },
};

/** The calls that would end the wait of a call: a review is approved or denied, a child task answers. */
function answersTo({ held }: RunState, token: string): readonly OperationCall[] {
  const waiting = held.find((call) => call.token === token);
  if (waiting === undefined) return [];
  const { awaits, node = rootTask } = waiting;
  if ('task_id' in awaits) return [{ op: 'output', on: awaits.task_id, args: {} }];
  const of = node === rootTask ? {} : { on: node };
  return ['approve', 'deny'].map((op) => ({ op, ...of, args: { user: awaits.review } }));
}

/** The root's `context` and status, and the data to continue its run: waiting calls and child tasks. */
function snapshotOf(run: RunState): Value {
  const tasks = [...childStatuses(run)].map(
    ([id, fields]) => [id, { ...fields, context: contextIn(run, id) }] as const,
  );
  return {
    context: contextIn(run, rootTask),
    ...statusFields(run),
    ...(tasks.length > 0 && { tasks: Object.fromEntries(tasks) }),
  };
}

function contextIn({ tasks }: RunState, id: string): Value {
  const live = tasks.get(id);
  return live === undefined ? null : materialise(contextOf(live));
}
