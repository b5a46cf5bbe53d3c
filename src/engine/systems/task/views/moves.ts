import type { LifecycleMove } from '../../lifecycle.ts';
import { waitingCalls, type RunState } from '../running/run-state.ts';
import { operationSpecs } from '../running/specs.ts';
import { stateOf, type StateId } from './state-of.ts';

const abouts: ReadonlyMap<string, string> = new Map(operationSpecs.map(({ name, about }) => [name, about]));

/** The state after an operation that nothing blocks; null when the state stays the same. */
const leads: { readonly [S in StateId]?: readonly (readonly [operation: string, to: StateId | null])[] } = {
  idle: [
    ['input', 'processing'],
    ['llm', null],
    ['call', null],
    ['script', null],
    ['invoke', null],
    ['output', null],
  ],
  processing: [
    ['llm', null],
    ['call', null],
    ['script', null],
    ['invoke', null],
    ['output', 'idle'],
    ['input', null],
  ],
  waiting_for_review: [
    ['approve', 'processing'],
    ['deny', 'processing'],
  ],
  delegating: [
    ['call', null],
    ['script', null],
    ['invoke', null],
  ],
};

const ends: readonly (readonly [operation: string, to: StateId | null])[] = [
  ['advance', null],
  ['fail', 'unrecoverable_error'],
  ['lock', 'locked'],
  ['close', 'closed'],
];

/** The operations that are allowed now. A task that is over allows none; one that delegates continues when its child answers. */
export function movesOf(run: RunState, id: string): readonly LifecycleMove[] {
  const moves = leads[stateOf(run, id)];
  if (moves === undefined) return [];
  const phase = run.tasks.get(id)?.task.phase.kind;
  // A wait leads back to the phase in which it began.
  const back = phase === 'idle' ? 'idle' : 'processing';
  const answers = waitingCalls(run, id).flatMap(({ awaits }): readonly LifecycleMove[] =>
    'task_id' in awaits ? [move('output', back, awaits.task_id)] : [],
  );
  const own = [...moves, ...ends].map(([operation, to]) =>
    move(operation, (operation === 'approve' || operation === 'deny') && to !== null ? back : to),
  );
  return [...answers, ...own];
}

const move = (operation: string, to: StateId | null, on?: string): LifecycleMove => ({
  operation,
  ...(on !== undefined && { on }),
  to,
  about: abouts.get(operation) ?? '',
});
