import { err, ok } from '../../../base/result.ts';
import type { Importer } from '../importer.ts';
import { agentsIn, sessionOfAgent, titleOfAgent } from './agent-file.ts';
import { messagesIn, sessionOfMessages, titleOfMessages } from './api-messages.ts';

export const letta: Importer = {
  id: 'letta',
  title: 'Letta messages and agent files',
  claim: ({ value }) => (messagesIn(value) !== undefined || agentsIn(value).length > 0 ? 'certain' : 'no'),
  read({ value }) {
    const messages = messagesIn(value);
    if (messages !== undefined) {
      const title = titleOfMessages(messages);
      return ok({ sessions: [{ title, system: 'task', open: () => ok(sessionOfMessages(messages)) }] });
    }
    const agents = agentsIn(value);
    if (agents.length > 0) {
      return ok({
        sessions: agents.map((agent) => ({
          title: titleOfAgent(agent),
          system: 'task',
          open: () => ok(sessionOfAgent(agent)),
        })),
      });
    }
    return err({
      code: 'import/malformed',
      message:
        'This looks like something of Letta, but there are neither messages with a “message_type” nor agents in it.',
    });
  },
};
