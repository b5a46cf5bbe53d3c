import { heldBy, type RunState } from '../running/run-state.ts';

/** Where a task stands: its phase, what it waits for where it does, and its reason where it is over. */
export type StateId =
  | 'idle'
  | 'processing'
  | 'waiting_for_review'
  | 'delegating'
  | 'limit_exceeded'
  | 'unrecoverable_error'
  | 'locked'
  | 'closed';

export function stateOf(run: RunState, id: string): StateId {
  const phase = run.tasks.get(id)?.task.phase ?? { kind: 'idle' as const };
  if (phase.kind === 'terminal') return phase.reason;
  const held = heldBy(run, id);
  if (held.some(({ awaits }) => 'review' in awaits)) return 'waiting_for_review';
  return held.length > 0 ? 'delegating' : phase.kind;
}
