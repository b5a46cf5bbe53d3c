import type { NoticeActions } from '../state/notices.ts';
import { isNotLoaded, notLoaded } from '../ui/notLoaded.ts';
import { ProblemError } from '../worker/connect.ts';

/** Reports the failure of a promise to the user. */
export function reportFailures(work: Promise<unknown>, notify: NoticeActions['notify']): void {
  work.catch((cause: unknown) => {
    if (cause instanceof ProblemError) notify(cause.problem.message, { tone: 'failure' });
    else if (isNotLoaded(cause)) {
      notify(`${notLoaded('What this needs')} Reload the page.`, { tone: 'failure' });
    } else {
      notify('That did not work because of a bug in Contextscope. The browser’s console has the details.', {
        tone: 'failure',
      });
      reportError(cause);
    }
  });
}
