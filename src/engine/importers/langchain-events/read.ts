import { ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = (document) =>
  ok({ sessions: [{ title: titleOf(document), system: 'task', open: () => ok(toSession(document)) }] });
