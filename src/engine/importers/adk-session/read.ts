import { err, ok } from '../../../base/result.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { recordingsIn, type Recording } from './format.ts';
import { waysOf } from './rewinds.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const recordings = recordingsIn(value);
  if (recordings === undefined) {
    return err({
      code: 'import/malformed',
      message: 'This looks like an ADK session, but it holds no list of events.',
    });
  }
  return ok({ sessions: recordings.flatMap(sessionsOf) });
};

/** One for each branch of the session: rewound events are on another branch than the events that went on. */
function sessionsOf(recording: Recording): readonly SessionEntry[] {
  const ways = waysOf(recording);
  return ways.map((way, index) => {
    const which = ways.length === 1 ? '' : ` (branch ${ways.length - index} of ${ways.length})`;
    return { title: `${titleOf(way)}${which}`, system: 'adk', open: () => ok(toSession(way, recording)) };
  });
}
