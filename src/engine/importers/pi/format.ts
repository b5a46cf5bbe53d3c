import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A session of pi, the coding agent: lines, the first of which is about the session.
 * https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/session.md
 */
export const Header = record({
  type: v.literal('session'),
  id: v.string(),
  timestamp: maybe(anyValue),
  cwd: maybeText,
  provider: maybeText,
  modelId: maybeText,
  branchedFrom: maybeText,
  parentSession: maybeText,
});
export type Header = v.InferOutput<typeof Header>;

/** Since version 2, the lines form a tree. */
export const Line = record({
  type: v.string(),
  id: maybeText,
  parentId: maybe(v.nullable(v.string())),
  timestamp: maybe(anyValue),
  message: maybe(anyRecord),
});
export type Line = v.InferOutput<typeof Line>;

const Usage = record({ input: maybeCount, output: maybeCount, cacheRead: maybeCount, cacheWrite: maybeCount });

export const Message = record({
  role: v.string(),
  content: maybe(anyValue),
  model: maybeText,
  usage: maybe(Usage),
  stopReason: maybeText,
  errorMessage: maybeText,
  toolCallId: maybeText,
  toolName: maybeText,
  isError: maybe(v.boolean()),
  /** Milliseconds since 1970. */
  timestamp: maybeCount,
});
export type Message = v.InferOutput<typeof Message>;

/** Messages that only pi writes this way. They identify the format where the header is missing. */
export const OwnMessage = v.union([
  record({ role: v.literal('assistant'), content: anyList, usage: Usage, stopReason: v.string() }),
  record({ role: v.literal('toolResult'), toolCallId: v.string(), content: anyList }),
]);

export const ToolCall = record({
  type: v.literal('toolCall'),
  id: maybeText,
  name: v.string(),
  arguments: maybe(anyValue),
});
