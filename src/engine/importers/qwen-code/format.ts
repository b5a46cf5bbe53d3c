import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A line of a chat that Qwen Code saves: a message in Gemini's form, or information about the program.
 * https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/chatRecordingService.ts (ChatRecord)
 */
export const Line = record({
  type: v.picklist(['user', 'assistant', 'tool_result', 'system']),
  subtype: maybeText,
  /** The lines form a tree: two prompts with the same parent are two branches. */
  uuid: maybeText,
  parentUuid: maybe(v.nullable(v.string())),
  sessionId: v.string(),
  timestamp: maybe(anyValue),
  cwd: maybeText,
  version: maybeText,
  gitBranch: maybeText,
  model: maybeText,
  message: maybe(record({ role: maybeText, parts: anyList })),
  /** Gemini's counts, or the shorter names of earlier versions. */
  usageMetadata: maybe(
    record({
      promptTokenCount: maybeCount,
      candidatesTokenCount: maybeCount,
      thoughtsTokenCount: maybeCount,
      totalTokenCount: maybeCount,
      input: maybeCount,
      output: maybeCount,
      thoughts: maybeCount,
      total: maybeCount,
    }),
  ),
  toolCallResult: maybe(record({ callId: maybeText, status: maybeText })),
  systemPayload: maybe(anyRecord),
});
export type Line = v.InferOutput<typeof Line>;
