import { branchesOf as branchesOfTree } from '../../importing/transcript/branches.ts';
import type { Entry } from './lines.ts';
import { promptOf } from './prompts.ts';

/** Each way through the conversation's tree; those of sub-agents hang on it and begin none. */
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
