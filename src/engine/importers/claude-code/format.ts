import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A line of Claude Code: either of the transcript of a session, or of the output of `--output-format stream-json`.
 * https://docs.anthropic.com/en/docs/claude-code/sdk documents the stream. The transcript's format is not documented; this
 * schema follows versions 1.0 to 2.1.
 */
export const Line = record({
  type: v.string(),
  subtype: maybeText,
  uuid: maybeText,
  /** The lines form a tree: two prompts with the same parent are two branches. */
  parentUuid: maybe(v.nullable(v.string())),
  sessionId: maybeText,
  session_id: maybeText,
  timestamp: maybe(anyValue),
  message: maybe(anyRecord),
  /** The line belongs to a sub-agent. */
  isSidechain: maybe(v.boolean()),
  agentId: maybeText,
  /** In the stream: id of the call that started the sub-agent. */
  parent_tool_use_id: maybe(v.nullable(v.string())),
  /** Claude Code wrote this message for the model. */
  isMeta: maybe(v.boolean()),
  isCompactSummary: maybe(v.boolean()),
  isApiErrorMessage: maybe(v.boolean()),
  /** A copy of the result for the program, or a text where there is no result. */
  toolUseResult: maybe(anyValue),
  /** In `progress`: the progress of a call. */
  data: maybe(anyRecord),
  parentToolUseID: maybeText,
  /** In `queue-operation`: the user's text, typed while the agent worked. */
  operation: maybeText,
  content: maybe(anyValue),
  /** In `attachment`: content that Claude Code added for the model, or a message from the queue. */
  attachment: maybe(anyRecord),
  customTitle: maybeText,
  cwd: maybeText,
  gitBranch: maybeText,
  version: maybeText,
  /** In the stream's first line. */
  tools: maybe(anyList),
  model: maybeText,
  /** In the stream's last line. */
  permission_denials: maybe(anyList),
  is_error: maybe(v.boolean()),
  result: maybe(anyValue),
});
export type Line = v.InferOutput<typeof Line>;

export const Message = record({
  id: maybeText,
  role: v.picklist(['user', 'assistant']),
  model: maybeText,
  content: anyValue,
  stop_reason: maybeText,
  usage: maybe(
    record({
      input_tokens: maybeCount,
      output_tokens: maybeCount,
      cache_creation_input_tokens: maybeCount,
      cache_read_input_tokens: maybeCount,
    }),
  ),
});
export type Message = v.InferOutput<typeof Message>;

/** A message that the user typed while the agent worked. The line records when the agent received it. */
export const QueuedCommand = record({ type: v.literal('queued_command'), prompt: anyValue });

export const Denial = record({ tool_use_id: v.string() });
