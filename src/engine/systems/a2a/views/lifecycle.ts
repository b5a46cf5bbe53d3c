import type { Lifecycle, LifecycleMove, LifecycleState, LifecycleTransition } from '../../lifecycle.ts';
import type { Moment } from '../../moment.ts';
import type { A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import { stateAfter } from '../state-at.ts';
import { isTerminal, taskStates, type TaskState } from '../task-state.ts';
import { movesOf } from './moves.ts';
import { eventsUpTo } from './position.ts';
import { TaskPaths } from './task-paths.ts';

/** The states of the task with the latest event, which is the one that rules see as `ctx`. */
export function lifecycle({ session, history, turn }: Moment<A2aHeader, A2aEvent>): Lifecycle {
  const count = eventsUpTo(history, session.events, turn);
  const paths = TaskPaths.of(session, history);
  const id = paths.taskAfter(count);
  const drawn = { place: ['ctx', 'state'], states, transitions };
  if (id === undefined) return { ...drawn, of: null, path: [], current: 'submitted', allowed: [beginning] };
  const path = paths.path(id, count);
  return {
    ...drawn,
    of: id,
    path,
    // A task whose state is not recorded has no step.
    current: path.at(path.length - 1)?.to ?? 'unknown',
    // Only the moves need the state itself, which is slow to compute.
    get allowed() {
      const state = stateAfter(session, count);
      const task = state.tasks.get(id);
      return task === undefined ? [] : movesOf(state, task);
    },
  };
}

const beginning: LifecycleMove = {
  operation: 'new_task',
  to: 'working',
  about: 'A client sends a message that creates a task, and a worker picks it up.',
};

const abouts: { readonly [S in TaskState]: string } = {
  submitted: 'It waits in the queue for a worker.',
  working: 'A worker is at it.',
  'input-required': 'The turn has ended with a question: it waits for the user’s answer.',
  'auth-required': 'The turn has ended: it waits until the client sends credentials.',
  completed: 'It is done, and stays so.',
  failed: 'An error ended it, or its handler returned without a lifecycle call.',
  canceled: 'Its client did not want it any more.',
  rejected: 'The agent would not do it.',
};

const states: readonly LifecycleState[] = taskStates.map((id) => ({
  id,
  title: id,
  about: abouts[id],
  isTerminal: isTerminal(id),
}));

const goesOn = ['follow_up', 'send'];
/** A requested cancellation takes effect at the end of the grace period at the latest. */
const cancels = ['force_cancel', 'advance'];

const transitions: readonly LifecycleTransition[] = [
  { from: 'submitted', to: 'working', by: ['new_task', 'follow_up', 'pick_up'] },
  { from: 'submitted', to: 'canceled', by: ['pick_up', ...cancels] },
  { from: 'working', to: 'input-required', by: ['request_input'] },
  { from: 'working', to: 'auth-required', by: ['request_auth'] },
  { from: 'working', to: 'completed', by: ['complete', 'complete_json', 'respond', 'reply_directly'] },
  { from: 'working', to: 'failed', by: ['fail', 'handler_return', 'handler_raise'] },
  { from: 'working', to: 'canceled', by: ['handler_return', ...cancels] },
  { from: 'working', to: 'rejected', by: ['reject'] },
  { from: 'input-required', to: 'submitted', by: goesOn },
  { from: 'input-required', to: 'canceled', by: cancels },
  { from: 'auth-required', to: 'submitted', by: goesOn },
  { from: 'auth-required', to: 'canceled', by: cancels },
];
