import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { historyIn } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = (document) => {
  const history = historyIn(document);
  if (history === undefined) {
    return err({
      code: 'import/malformed',
      message:
        'This looks like messages of Pydantic AI, but there is neither a ModelRequest nor a ModelResponse in it.',
    });
  }
  const { typeName } = document;
  return ok({
    sessions: [{ title: titleOf(history, typeName), system: 'task', open: () => ok(toSession(history, typeName)) }],
  });
};
