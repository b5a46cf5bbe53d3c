import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { chatIn } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const chat = chatIn(value);
  if (chat === undefined) {
    return err({
      code: 'import/malformed',
      message: 'This looks like messages of CAMEL, but none of them has a role name and a role type.',
    });
  }
  return ok({ sessions: [{ title: titleOf(chat), system: 'task', open: () => ok(toSession(chat)) }] });
};
