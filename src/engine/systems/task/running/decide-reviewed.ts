import type { RecordValue } from '../../../model/value.ts';
import { done, refusal, type TaskDecided } from './decided.ts';
import type { Progress } from './progress.ts';
import { decideReview } from './resume.ts';
import { heldBy, rootTask } from './run-state.ts';
import { waitOf } from './status.ts';

/** A person approves or denies what a call of the task asks. There is one such question at a time. */
export function decideReviewed(progress: Progress, id: string, approved: boolean, args: RecordValue): TaskDecided {
  const held = heldBy(progress.run, id).find(({ awaits }) => 'review' in awaits);
  if (held === undefined || !('review' in held.awaits)) return noReview(progress, id);
  const { review } = held.awaits;
  const { user, reason } = args;
  if (typeof user === 'string' && user !== review) {
    return refusal('not_the_reviewer', `The review is asked of ${review.slice(0, 80)}, not of ${user.slice(0, 80)}.`, {
      review,
    });
  }
  const reached = decideReview(progress, held, approved, typeof reason === 'string' ? reason : undefined);
  if ('answer' in reached) return done(reached.answer, progress.events);
  const next = progress.run.held.find(({ token }) => token === reached.token);
  return done(next === undefined ? null : { awaiting: waitOf(next) }, progress.events);
}

function noReview({ run }: Progress, id: string): TaskDecided {
  const elsewhere = run.held.find(({ awaits }) => 'review' in awaits);
  const hint = elsewhere === undefined ? '' : ` The one that does is ${elsewhere.node ?? rootTask}.`;
  return refusal('no_review', `The task ${id} awaits no review.${hint}`);
}
