import { materialise } from '../../../model/materialise.ts';
import type { Value } from '../../../model/value.ts';
import { contextOf, rootTask, type RunState } from './run-state.ts';
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
