import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Events of a session of GitHub Copilot CLI: the log it keeps (`events.jsonl`), or what `--output-format json` prints.
 * https://github.com/github/copilot-sdk/blob/main/docs/features/streaming-events.md
 */
export const Line = record({
  type: v.string(),
  data: maybe(anyRecord),
  id: maybeText,
  parentId: maybe(v.nullable(v.string())),
  timestamp: maybe(anyValue),
  /** Only in lines of a sub-agent. */
  agentId: maybeText,
});
export type Line = v.InferOutput<typeof Line>;

/** Data of `session.start`. */
export const Start = record({
  sessionId: v.string(),
  startTime: maybe(anyValue),
  selectedModel: maybeText,
  copilotVersion: maybeText,
  context: maybe(anyRecord),
});

export const UserMessage = record({
  content: anyValue,
  transformedContent: maybe(anyValue),
  attachments: maybe(anyList),
});

export const Attachment = record({ type: maybeText, path: maybeText, displayName: maybeText });

export const Answer = record({
  messageId: v.string(),
  content: maybe(anyValue),
  toolRequests: maybe(anyList),
  model: maybeText,
  /** The id that `assistant.usage` has for the same answer. */
  apiCallId: maybeText,
  outputTokens: maybeCount,
  reasoningText: maybeText,
  reasoningOpaque: maybeText,
  encryptedContent: maybeText,
});
export type Answer = v.InferOutput<typeof Answer>;

export const Delta = record({ messageId: v.string(), deltaContent: v.string() });

export const Usage = record({
  apiCallId: maybeText,
  inputTokens: maybeCount,
  outputTokens: maybeCount,
  duration: maybeCount,
});
export type Usage = v.InferOutput<typeof Usage>;

export const ToolRequest = record({ toolCallId: maybeText, name: v.string(), arguments: maybe(anyValue) });

export const ToolStart = record({ toolCallId: v.string(), toolName: v.string(), arguments: maybe(anyValue) });

export const ToolEnd = record({
  toolCallId: v.string(),
  success: maybe(v.boolean()),
  result: maybe(record({ content: maybe(anyValue), contents: maybe(anyList) })),
  error: maybe(record({ message: maybeText, code: maybeText })),
});
export type ToolEnd = v.InferOutput<typeof ToolEnd>;

/** Data of `subagent.started`. */
export const AgentStart = record({ toolCallId: v.string(), agentName: maybeText, model: maybeText });

export const PermissionRequest = record({
  requestId: v.string(),
  permissionRequest: record({ toolCallId: v.string() }),
});
export const PermissionEnd = record({ requestId: v.string(), result: record({ kind: v.string() }) });

/** Data of `session.shutdown`: the session's total tokens, by kind. */
const spent = maybe(record({ tokenCount: maybeCount }));
export const Shutdown = record({
  shutdownType: maybeText,
  errorReason: maybeText,
  tokenDetails: maybe(record({ input: spent, output: spent, cache_read: spent, cache_write: spent })),
});
