import { err, ok } from '../../../base/result.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { branchesOf, linesOf } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const lines = linesOf(value);
  if (lines === undefined) {
    return err({ code: 'import/malformed', message: 'A session of pi is a list of lines; this is none.' });
  }
  const branches = branchesOf(lines.entries);
  const sessions = branches.map((entries, index): SessionEntry => {
    const branch = branches.length === 1 ? '' : ` (branch ${branches.length - index} of ${branches.length})`;
    return {
      title: `${titleOf(entries)}${branch}`,
      system: 'task',
      open: () => ok(toSession(entries, lines.header, branches.length === 1)),
    };
  });
  return ok({ sessions });
};
