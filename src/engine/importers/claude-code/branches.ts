import { branchesOf as branchesOfTree } from '../../importing/transcript/branches.ts';
import type { Entry } from './lines.ts';
import { promptOf } from './prompts.ts';

/** Every branch of the conversation's tree. A sub-agent's lines belong to a branch and do not begin one. */
export const branchesOf = (entries: readonly Entry[]): readonly (readonly Entry[])[] =>
  branchesOfTree(entries, ({ line, message }) => ({
    id: line.uuid,
    parent: line.parentUuid,
    isPrompt:
      line.isSidechain !== true &&
      message?.role === 'user' &&
      line.isMeta !== true &&
      promptOf(message.content) !== undefined,
  }));
