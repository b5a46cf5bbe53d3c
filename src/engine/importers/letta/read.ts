import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { sessionOfAgent, titleOfAgent } from './agent-file.ts';
import { sessionOfMessages, titleOfMessages } from './api-messages.ts';
import { agentsIn, messagesIn } from './shapes.ts';

export const read: Read = ({ value }) => {
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
};
