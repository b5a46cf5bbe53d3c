import { err, ok } from '../../../base/result.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { linesOf, readLines, type Entry } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';
import { branchesOf as branchesOfTree } from '../../importing/transcript/branches.ts';
import { promptOf } from './prompts.ts';

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

/** Every branch of the conversation's tree. A sub-agent's lines belong to a branch and do not begin one. */
const branchesOf = (entries: readonly Entry[]): readonly (readonly Entry[])[] =>
  branchesOfTree(entries, ({ line, message }) => ({
    id: line.uuid,
    parent: line.parentUuid,
    isPrompt:
      line.isSidechain !== true &&
      message?.role === 'user' &&
      line.isMeta !== true &&
      promptOf(message.content) !== undefined,
  }));
