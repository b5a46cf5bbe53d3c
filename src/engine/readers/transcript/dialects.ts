import { ok, type Result } from '../../../base/result.ts';
import { aiderHistory } from './aider-history.ts';
import { claudeCodeExport } from './claude-code-export.ts';
import type { Dialect } from './dialect.ts';
import { labelledChat } from './labelled-chat.ts';

/**
 * The dialect of a text, or why a text with the labels of a chat is none; undefined for any other text. Each dialect decides by its own
 * marks, so that prose and logs are not taken for a chat.
 */
export function dialectOf(lines: readonly string[]): Result<Dialect, string> | undefined {
  const ofProgram = aiderHistory(lines) ?? claudeCodeExport(lines);
  return ofProgram === undefined ? labelledChat(lines) : ok(ofProgram);
}
