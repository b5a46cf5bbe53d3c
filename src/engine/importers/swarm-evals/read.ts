import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { triesIn } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const tries = triesIn(value);
  if (tries.length === 0) {
    return err({
      code: 'import/malformed',
      message: 'This looks like an evaluation of Swarm, but none of its cases was tried.',
    });
  }
  return ok({
    sessions: tries.map((one) => ({ title: titleOf(one), system: 'task', open: () => ok(toSession(one)) })),
  });
};
