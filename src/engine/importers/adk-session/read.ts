import { err, ok } from '../../../base/result.ts';
import type { Read } from '../importer.ts';
import { recordingsIn } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
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
};
