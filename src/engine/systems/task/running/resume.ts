import { isRecord, type Value } from '../../../model/value.ts';
import type { Course } from '../course.ts';
import type { CallHeld } from '../event.ts';
import { operations, statusOf } from '../operations.ts';
import { failed, continueCall, ran, withheld } from './continue-call.ts';
import type { Progress, CallProgress } from './progress.ts';
import { rootTask } from './run-state.ts';
import { runScript, scriptAnswer } from './scripts.ts';

/** After a user's decision the waiting call continues, or waits for the next decision. */
export function decideReview(
  progress: Progress,
  held: CallHeld,
  approved: boolean,
  reason: string | undefined,
): CallProgress {
  const { token, course } = held;
  const id = held.node ?? rootTask;
  const user = 'review' in held.awaits ? held.awaits.review : '';
  progress.reviewed(id, { token, user, approved, ...(reason !== undefined && { reason }) });
  // Waiting makes a task older: it may be too old to continue.
  progress.decide(id, operations.goOn);
  if (progress.isOver(id)) return { token };
  const decided: Course = { ...course, reviews: [...course.reviews, { user, approved }] };
  return followed(progress, id, decided, token, continueCall(progress, id, decided, token));
}

/**
 * Applies the consequences of the tasks' current status: delegations whose child has answered or ended continue, children of
 * a task that is over end with it, and the waits of such a task are rejected.
 */
export function settle(progress: Progress): void {
  while (closeOrphan(progress) || reject(progress) || settleChild(progress));
}

function closeOrphan(progress: Progress): boolean {
  for (const [id, { parent }] of progress.run.tasks) {
    if (parent === null || progress.isOver(id) || !progress.isOver(parent)) continue;
    progress.decide(id, operations.close);
    return true;
  }
  return false;
}

function reject(progress: Progress): boolean {
  for (const { token, node = rootTask } of progress.run.held) {
    if (!progress.isOver(node)) continue;
    const reason = statusOf(progress.live(node).task).terminal_reason ?? '';
    const message = `The task ended (${reason}) while this call was waiting.`;
    progress.settle(token, { rejects: { kind: 'task_terminal', message, reason } });
    return true;
  }
  return false;
}

function settleChild(progress: Progress): boolean {
  for (const { token, course, awaits, node: id = rootTask } of progress.run.held) {
    if (!('task_id' in awaits)) continue;
    const child = progress.run.tasks.get(awaits.task_id);
    if (child === undefined) continue;
    const { phase, outputs } = child.task;
    const answer = outputs.at(0);
    if (answer !== undefined) {
      followed(progress, id, course, token, ran(progress, id, course, answer, token));
      return true;
    }
    if (phase.kind !== 'terminal') continue;
    const limit = phase.reason === 'limit_exceeded' ? `: ${phase.limit}` : '';
    const error = `The task ${child.id} of ${child.task.header.title} ended before it answered (${phase.reason}${limit}).`;
    // Locked by its own policy, the child is restricted; whatever else ends it is a failure.
    const end = phase.reason === 'locked' ? withheld : failed;
    followed(progress, id, course, token, end(progress, id, course, error));
    return true;
  }
  return false;
}

/** Resolves the wait with the answer; a script that made the call continues with it first. */
function followed(
  progress: Progress,
  id: string,
  { script }: Course,
  token: string,
  reached: CallProgress,
): CallProgress {
  if (!('answer' in reached)) return reached;
  if (script === undefined || progress.isOver(id)) return settled(progress, token, reached);
  const answers = [...script.answers, isRecord(reached.answer) ? reached.answer : {}];
  const next = runScript(progress, id, script.expression, answers, token);
  return 'token' in next ? next : settled(progress, token, { answer: scriptAnswer(next) });
}

function settled(progress: Progress, token: string, reached: { readonly answer: Value }): CallProgress {
  // A task that is over gives no answers: its waits are rejected.
  progress.settle(token, { resolves: reached.answer });
  return reached;
}
