import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { conversationIn } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const conversation = conversationIn(value);
  if (conversation === undefined) {
    const message = 'This looks like messages of Anthropic, but it holds neither “messages” nor “content”.';
    return err({ code: 'import/malformed', message });
  }
  return ok({
    sessions: [{ title: titleOf(conversation), system: 'task', open: () => ok(toSession(conversation)) }],
  });
};
