import { waitingCalls, type RunState } from '../running/run-state.ts';

/** The state of a task: its phase, what it waits for if it waits, and the reason if it is over. */
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
  const held = waitingCalls(run, id);
  if (held.some(({ awaits }) => 'review' in awaits)) return 'waiting_for_review';
  return held.length > 0 ? 'delegating' : phase.kind;
}
