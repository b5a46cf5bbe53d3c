import { refusal, type TaskDecided } from './decided.ts';
import type { LiveTask } from './live-task.ts';
import { heldBy, type RunState } from './run-state.ts';

/** What the model and the user do. A runtime may always end a task, let time pass, or decide a review. */
const steps: ReadonlySet<string> = new Set(['input', 'llm', 'output', 'call', 'script', 'invoke', 'run_steps']);

/** While its child tasks work, a task may still make the other calls of the same model turn. */
const besideChildren: ReadonlySet<string> = new Set(['call', 'script', 'invoke', 'run_steps']);

/**
 * A task is suspended until the review that a call asked for is decided, and its model does not go on before its
 * delegations have come back. Whatever else is asked of it meanwhile is refused and changes nothing.
 */
export function suspended(run: RunState, { id, task }: LiveTask, op: string): TaskDecided | null {
  // A task that is over says so itself.
  if (!steps.has(op) || task.phase.kind === 'terminal') return null;
  const held = heldBy(run, id);
  const review = held.find(({ awaits }) => 'review' in awaits);
  if (review !== undefined && 'review' in review.awaits) {
    const { course, awaits, token } = review;
    const what = course.function === '' ? 'the steps' : `the call of ${course.function}`;
    return refusal(
      'task_suspended',
      `The task waits for ${awaits.review.slice(0, 80)} to review ${what}: approve() or deny() comes first.`,
      { token, review: awaits.review },
    );
  }
  const [first] = held;
  if (first === undefined || besideChildren.has(op) || !('task_id' in first.awaits)) return null;
  const { task_id } = first.awaits;
  return refusal(
    'task_suspended',
    `The task waits for what it delegated: ${task_id} has to answer with output() or to end first.`,
    { token: first.token, task_id },
  );
}
