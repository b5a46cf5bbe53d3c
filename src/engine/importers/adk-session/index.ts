import { err, ok } from '../../../base/result.ts';
import type { Importer } from '../importer.ts';
import { isUnmistakable, recordingsIn } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const adkSession: Importer = {
  id: 'adk-session',
  title: 'Google ADK session or events',
  claim({ value }) {
    const recordings = recordingsIn(value);
    if (recordings === undefined) return 'no';
    return recordings.some(isUnmistakable) ? 'certain' : 'likely';
  },
  read({ value }) {
    const recordings = recordingsIn(value);
    if (recordings === undefined) {
      return err({
        code: 'import/malformed',
        message: 'This looks like an ADK session, but it holds no list of events.',
      });
    }
    return ok({
      sessions: recordings.map((recording) => ({
        title: titleOf(recording),
        system: 'adk',
        open: () => ok(toSession(recording)),
      })),
    });
  },
};
