import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A chat as Gemini CLI saves it: one record, or a header line followed by one message per line.
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingService.ts (ConversationRecord)
 */
export const Header = record({
  sessionId: v.string(),
  projectHash: v.string(),
  startTime: maybe(anyValue),
  messages: maybe(anyList),
});
export type Header = v.InferOutput<typeof Header>;

export const Message = record({
  id: maybeText,
  type: v.string(),
  content: maybe(anyValue),
  timestamp: maybe(anyValue),
  model: maybeText,
  thoughts: maybe(anyList),
  toolCalls: maybe(anyList),
  tokens: maybe(record({ input: maybeCount, output: maybeCount, thoughts: maybeCount, tool: maybeCount })),
});
export type Message = v.InferOutput<typeof Message>;

/** An answer with fields that only Gemini CLI writes. It identifies messages without their header. */
export const Answer = record({ id: v.string(), type: v.literal('gemini'), content: anyValue });

/** A line that changes earlier lines: it sets facts about the chat, or removes all messages from a given one on. */
export const Change = v.union([
  record({ $set: record({ messages: maybe(anyList) }) }),
  record({ $rewindTo: v.string() }),
]);

export const ToolCall = record({
  id: maybeText,
  name: v.string(),
  args: maybe(anyValue),
  /** The parts that are sent to Gemini; null if the call never ended. */
  result: maybe(anyValue),
  status: maybeText,
  error: maybeText,
  timestamp: maybe(anyValue),
});
export type ToolCall = v.InferOutput<typeof ToolCall>;
