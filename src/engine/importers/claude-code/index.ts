import { err, ok } from '../../../base/result.ts';
import type { Importer, SessionEntry } from '../importer.ts';
import { branchesOf } from './branches.ts';
import { isClaudeCode, linesOf, readLines } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';

export const claudeCode: Importer = {
  id: 'claude-code',
  title: 'Claude Code transcript',
  claim: ({ value }) => (isClaudeCode(value) ? 'certain' : 'no'),
  read({ value }) {
    const found = linesOf(value);
    if (found === undefined) {
      return err({
        code: 'import/malformed',
        message: 'A transcript of Claude Code is a list of lines; this is none.',
      });
    }
    const lines = readLines(found.values, found.place);
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
  },
};
