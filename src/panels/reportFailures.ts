import type { NoticeActions } from '../state/notices.ts';
import { ProblemError } from '../worker/connect.ts';

/** Reports the failure of a promise to the user. */
export function reportFailures(work: Promise<unknown>, notify: NoticeActions['notify']): void {
  work.catch((cause: unknown) => {
    if (cause instanceof ProblemError) notify(cause.problem.message, { tone: 'failure' });
    else {
      notify('That did not work because of a bug in Contextscope. The browser’s console has the details.', {
        tone: 'failure',
      });
      reportError(cause);
    }
  });
}
