import { ok } from '../../../base/result.ts';
import type { Read } from '../importer.ts';
import { titleOf, toSession } from './to-session.ts';
import { elementsOf } from '../elements.ts';

export const read: Read = ({ value }) => {
  const lines = elementsOf(value);
  return ok({ sessions: [{ title: titleOf(lines), system: 'task', open: () => ok(toSession(lines)) }] });
};
