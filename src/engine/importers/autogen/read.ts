import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { isRecord } from '../../model/value.ts';
import { chatIn } from './shapes.ts';
import { chatInState } from './state.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = (document) => {
  const { value, typeName } = document;
  const chat = (isRecord(value) ? chatInState(value, typeName) : undefined) ?? chatIn(document);
  if (chat === undefined) {
    return err({
      code: 'import/malformed',
      message: 'This looks like a chat of AutoGen agents, but no message in it has a type and a source that are known.',
    });
  }
  return ok({ sessions: [{ title: titleOf(chat), system: 'task', open: () => ok(toSession(chat)) }] });
};
