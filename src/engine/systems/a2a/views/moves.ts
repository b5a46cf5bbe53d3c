import type { LifecycleMove } from '../../lifecycle.ts';
import { lifecycleMethods, type LifecycleMethod } from '../event.ts';
import { operationSpecs } from '../operations/specs.ts';
import { turnOf, type A2aState } from '../state.ts';
import { isTerminal, takesFollowUps, type TaskState } from '../task-state.ts';
import type { Task } from '../task.ts';

/** The operations that a task allows in its current state, and the state that each leads to. A task that is over, or in an unknown state, allows none. */
export function movesOf(state: A2aState, task: Task): readonly LifecycleMove[] {
  if (isTerminal(task.state) || !task.isStateKnown) return [];
  const picked: TaskState = task.cancel === null ? 'working' : 'canceled';
  const moves: readonly Move[] = [
    ...(task.state === 'submitted' ? [to('pick_up', picked)] : []),
    ...(takesFollowUps(task.state) ? [to('follow_up', picked), to('send', 'submitted')] : []),
    ...(isAtWork(state, task) ? workerMoves(task) : []),
    // A second request changes nothing.
    ...(task.cancel === null ? [to('cancel', null)] : []),
    to('force_cancel', 'canceled'),
  ];
  const on = task.turn ?? task.id;
  return on === mainObject ? moves : moves.map((move) => ({ ...move, on }));
}

type Move = Omit<LifecycleMove, 'on'>;

/** The context of the first turn: calls that name no object are on it. */
const mainObject = 'ctx';

const isAtWork = (state: A2aState, task: Task): boolean => {
  const turn = turnOf(state, task);
  return turn !== undefined && !turn.ended && task.state === 'working';
};

const endsIn: { readonly [M in LifecycleMethod]: TaskState } = {
  complete: 'completed',
  complete_json: 'completed',
  respond: 'completed',
  reply_directly: 'completed',
  fail: 'failed',
  reject: 'rejected',
  request_input: 'input-required',
  request_auth: 'auth-required',
};

const progress = ['send_status', 'emit_text_artifact', 'emit_data_artifact', 'emit_artifact'];

const workerMoves = ({ cancel }: Task): readonly Move[] => [
  ...lifecycleMethods.map((method) => to(method, endsIn[method])),
  to('handler_return', cancel === null ? 'failed' : 'canceled'),
  to('handler_raise', 'failed'),
  ...progress.map((name) => to(name, null)),
];

const abouts = new Map(operationSpecs.map(({ name, about }) => [name, about]));

const to = (operation: string, state: TaskState | null): Move => ({
  operation,
  to: state,
  about: abouts.get(operation) ?? '',
});
