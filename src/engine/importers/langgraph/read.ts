import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { recordingIn } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = (document) => {
  const recording = recordingIn(document);
  if (recording === undefined) {
    return err({
      code: 'import/malformed',
      message:
        'This looks like state of LangGraph, but there is neither a snapshot nor a list of LangChain’s messages in it.',
    });
  }
  const { typeName } = document;
  return ok({
    sessions: [{ title: titleOf(recording, typeName), system: 'task', open: () => ok(toSession(recording, typeName)) }],
  });
};
