import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { snapshotIn } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const snapshot = snapshotIn(value);
  if (snapshot === undefined) {
    return err({
      code: 'import/malformed',
      message: 'This looks like a context of langchain_adk, but it has neither its fields nor typed events.',
    });
  }
  return ok({ sessions: [{ title: titleOf(snapshot), system: 'adk', open: () => ok(toSession(snapshot)) }] });
};
