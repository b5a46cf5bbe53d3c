import type { LifecycleMove } from '../../lifecycle.ts';
import { heldBy, type RunState } from '../running/run-state.ts';
import { operationSpecs } from '../running/specs.ts';
import { stateOf, type StateId } from './state-of.ts';

const abouts: ReadonlyMap<string, string> = new Map(operationSpecs.map(({ name, about }) => [name, about]));

/** Where an operation leads from a state when nothing stands in its way; null: it stays there. */
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

/** What may be called now. A task that is over takes nothing; one that delegates goes on when its child answers. */
export function movesOf(run: RunState, id: string): readonly LifecycleMove[] {
  const moves = leads[stateOf(run, id)];
  if (moves === undefined) return [];
  const phase = run.tasks.get(id)?.task.phase.kind;
  // A wait leads back to where the task was when it began.
  const back = phase === 'idle' ? 'idle' : 'processing';
  const answers = heldBy(run, id).flatMap(({ awaits }): readonly LifecycleMove[] =>
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
