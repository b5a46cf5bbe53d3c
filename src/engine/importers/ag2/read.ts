import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { chatsIn } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = (document) => {
  const chats = chatsIn(document);
  if (chats.length === 0) {
    return err({ code: 'import/malformed', message: 'This looks like a chat of AG2, but it holds no messages.' });
  }
  return ok({
    sessions: chats.map((chat) => ({ title: titleOf(chat), system: 'task', open: () => ok(toSession(chat)) })),
  });
};
