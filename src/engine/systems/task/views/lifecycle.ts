import type { NodeId } from '../../../model/history.ts';
import type { Lifecycle, LifecycleState, LifecycleTransition } from '../../lifecycle.ts';
import type { Moment } from '../../views.ts';
import type { TaskEvent } from '../event.ts';
import type { TaskHeader } from '../header.ts';
import { rootTask } from '../running/run-state.ts';
import { runAt } from '../status-history.ts';
import { movesOf } from './moves.ts';
import { pathOf } from './path.ts';
import { stateOf, type StateId } from './state-of.ts';

/** The states of the turn's task, its path through them, and the operations that it allows now. */
export function lifecycle({ session, history, turn }: Moment<TaskHeader, TaskEvent>): Lifecycle {
  const run = runAt(session, turn);
  const node = history.turns[turn]?.node;
  const isOwn = node !== undefined && history.own?.has(node) === true && run.tasks.has(node);
  const id = isOwn ? node : rootTask;
  return {
    of: history.own?.has(rootTask as NodeId) === true ? id : null, // the root's id is its node's
    place: id === rootTask ? ['task', 'phase'] : ['task', 'tasks', id, 'phase'],
    states,
    transitions,
    path: pathOf(session, id, turn),
    current: stateOf(run, id),
    allowed: movesOf(run, id),
  };
}

const abouts: { readonly [S in StateId]: readonly [title: string, about: string] } = {
  idle: ['idle', 'It waits for an input; answering leads back here.'],
  processing: ['processing', 'The model is at it.'],
  waiting_for_review: ['waiting for review', 'A call waits for a user to approve or deny it; the task is suspended.'],
  delegating: ['delegating', 'A call waits for the answer of a task that was made for it.'],
  limit_exceeded: ['limit exceeded', 'One of its limits was exceeded: it is over.'],
  unrecoverable_error: ['unrecoverable error', 'An endpoint or its configuration failed for good: it is over.'],
  locked: ['locked', 'A guardrail or a step locked it: it is over.'],
  closed: ['closed', 'The runtime, or the end of the task that made it, closed it: it is over.'],
};

const living: readonly StateId[] = ['idle', 'processing', 'waiting_for_review', 'delegating'];
const isLiving = (id: StateId) => living.includes(id);
const all = Object.keys(abouts) as readonly StateId[]; // the table's own keys

const states: readonly LifecycleState[] = all.map((id) => {
  const [title, about] = abouts[id];
  return { id, title, about, isTerminal: !isLiving(id) };
});

const calls = ['call', 'script'];
const decisions = ['approve', 'deny'];
/** The operations that may end a task in a state, beside those that always end it. */
const acts: { readonly [S in StateId]?: readonly string[] } = {
  idle: ['input', 'llm', 'output', ...calls],
  processing: ['input', 'llm', 'output', ...calls],
  waiting_for_review: decisions,
  delegating: calls,
};

/** A model may also call something without an input, so a wait leads back to the phase in which it began. */
const awake: readonly StateId[] = ['idle', 'processing'];

const transitions: readonly LifecycleTransition[] = [
  { from: 'idle', to: 'processing', by: ['input'] },
  { from: 'processing', to: 'idle', by: ['output'] },
  ...awake.flatMap((from): readonly LifecycleTransition[] => [
    { from, to: 'waiting_for_review', by: calls },
    { from, to: 'delegating', by: calls },
  ]),
  ...awake.flatMap((to): readonly LifecycleTransition[] => [
    { from: 'waiting_for_review', to, by: decisions },
    { from: 'delegating', to, by: ['output'] },
  ]),
  { from: 'waiting_for_review', to: 'delegating', by: decisions },
  { from: 'delegating', to: 'waiting_for_review', by: [...calls, 'output'] },
  ...living.flatMap((from): readonly LifecycleTransition[] => [
    { from, to: 'limit_exceeded', by: acts[from] ?? [] },
    { from, to: 'unrecoverable_error', by: ['fail'] },
    { from, to: 'locked', by: [...(acts[from] ?? []).filter((act) => act !== 'llm'), 'lock'] },
    { from, to: 'closed', by: ['close'] },
  ]),
];
