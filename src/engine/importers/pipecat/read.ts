import { ok } from '../../../base/result.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Read } from '../../importing/importer.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const records = elementsOf(value);
  const title = titleOf(records);
  return ok({ sessions: [{ title, system: 'voice', open: () => ok(toSession(records, title)) }] });
};
