import { ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { readLines } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const lines = readLines(value);
  return ok({ sessions: [{ title: titleOf(lines.entries), system: 'task', open: () => ok(toSession(lines)) }] });
};
