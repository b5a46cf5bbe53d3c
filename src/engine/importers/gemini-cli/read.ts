import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { chatIn } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const chat = chatIn(value);
  if (chat === undefined) {
    const message =
      'A chat of Gemini CLI begins with “sessionId” and “projectHash”, or is a list of its messages; this is neither.';
    return err({ code: 'import/malformed', message });
  }
  return ok({ sessions: [{ title: titleOf(chat), system: 'task', open: () => ok(toSession(chat)) }] });
};
