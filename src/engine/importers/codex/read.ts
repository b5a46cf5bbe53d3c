import { err, ok } from '../../../base/result.ts';
import type { Read } from '../importer.ts';
import { linesOf } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const read = linesOf(value);
  const { lines } = read;
  if (lines.length === 0) {
    return err({ code: 'import/malformed', message: 'A rollout of Codex is a list of lines; this is none.' });
  }
  return ok({ sessions: [{ title: titleOf(lines), system: 'task', open: () => ok(toSession(read)) }] });
};
