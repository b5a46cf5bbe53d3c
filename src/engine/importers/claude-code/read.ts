import { err, ok } from '../../../base/result.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { branchesOf } from './branches.ts';
import { linesOf, readLines } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const found = linesOf(value);
  if (found === undefined) {
    return err({
      code: 'import/malformed',
      message: 'A transcript of Claude Code is a list of lines; this is none.',
    });
  }
  const lines = readLines(found);
  const branches = branchesOf(lines.entries);
  const sessions = branches.map((entries, index): SessionEntry => {
    const branch = branches.length === 1 ? '' : ` (branch ${branches.length - index} of ${branches.length})`;
    return {
      title: `${titleOf(entries)}${branch}`,
      system: 'task',
      open: () => ok(toSession(entries, lines, branches.length === 1)),
    };
  });
  return ok({ sessions });
};
