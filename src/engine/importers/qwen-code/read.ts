import { ok } from '../../../base/result.ts';
import { branchesOf } from '../../importing/transcript/branches.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { readLines, type Entry } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const { entries, unread } = readLines(value);
  const branches = branchesOf(entries, treeLineOf);
  const sessions = branches.map((branch, index): SessionEntry => {
    const which = branches.length === 1 ? '' : ` (branch ${branches.length - index} of ${branches.length})`;
    return { title: `${titleOf(branch)}${which}`, system: 'task', open: () => ok(toSession(branch, unread)) };
  });
  return ok({ sessions });
};

const treeLineOf = ({ line }: Entry) => ({ id: line.uuid, parent: line.parentUuid, isPrompt: line.type === 'user' });
