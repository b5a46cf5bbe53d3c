import * as v from 'valibot';
import { anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../schema.ts';

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

export const Line = record({ type: v.string(), timestamp: maybe(anyValue), message: maybe(anyRecord) });

export const Message = record({
  role: v.string(),
  content: maybe(anyValue),
  model: maybeText,
  usage: maybe(record({ input: maybeCount, output: maybeCount, cacheRead: maybeCount, cacheWrite: maybeCount })),
  stopReason: maybeText,
  errorMessage: maybeText,
  toolCallId: maybeText,
  toolName: maybeText,
  isError: maybe(v.boolean()),
});
export type Message = v.InferOutput<typeof Message>;

export const ToolCall = record({
  type: v.literal('toolCall'),
  id: maybeText,
  name: v.string(),
  arguments: maybe(anyValue),
});
