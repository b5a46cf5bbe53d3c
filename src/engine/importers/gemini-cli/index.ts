import { err, ok } from '../../../base/result.ts';
import type { Importer } from '../importer.ts';
import { chatIn, titleOf, toSession } from './to-session.ts';

export const geminiCli: Importer = {
  id: 'gemini-cli',
  title: 'Gemini CLI chat',
  claim: ({ value }) => (chatIn(value) === undefined ? 'no' : 'certain'),
  read({ value }) {
    const chat = chatIn(value);
    if (chat === undefined) {
      const message = 'A chat of Gemini CLI begins with “sessionId” and “projectHash”; this does not.';
      return err({ code: 'import/malformed', message });
    }
    return ok({ sessions: [{ title: titleOf(chat), system: 'task', open: () => ok(toSession(chat)) }] });
  },
};
