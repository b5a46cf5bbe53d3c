import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A line of Claude Code: of the transcript it keeps of a session, or of what `--output-format stream-json` prints.
 * https://docs.anthropic.com/en/docs/claude-code/sdk (the stream); the transcript's own form is not documented and is
 * told here as versions 1.0 to 2.1 write it.
 */
export const Line = record({
  type: v.string(),
  subtype: maybeText,
  uuid: maybeText,
  /** The lines make a tree: two prompts with the same parent are two branches. */
  parentUuid: maybe(v.nullable(v.string())),
  sessionId: maybeText,
  session_id: maybeText,
  timestamp: maybe(anyValue),
  message: maybe(anyRecord),
  /** What a sub-agent did. */
  isSidechain: maybe(v.boolean()),
  agentId: maybeText,
  /** In the stream: the call that sent the sub-agent. */
  parent_tool_use_id: maybe(v.nullable(v.string())),
  /** Written by the program for the model. */
  isMeta: maybe(v.boolean()),
  isCompactSummary: maybe(v.boolean()),
  isApiErrorMessage: maybe(v.boolean()),
  /** A copy of the result for the program, or its words where there is none. */
  toolUseResult: maybe(anyValue),
  /** Of `progress`: what is going on inside a call. */
  data: maybe(anyRecord),
  parentToolUseID: maybeText,
  /** Of `queue-operation`: what the user typed while the agent was at work. */
  operation: maybeText,
  content: maybe(anyValue),
  /** Of `attachment`: what the program added for the model, or handed to it from the queue. */
  attachment: maybe(anyRecord),
  customTitle: maybeText,
  cwd: maybeText,
  gitBranch: maybeText,
  version: maybeText,
  /** Of the stream's first line. */
  tools: maybe(anyList),
  model: maybeText,
  /** Of the stream's last line. */
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

/** A message that was typed while the agent was at work, at the moment when the agent was given it. */
export const QueuedCommand = record({ type: v.literal('queued_command'), prompt: anyValue });

export const Denial = record({ tool_use_id: v.string() });
