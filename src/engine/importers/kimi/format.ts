import * as v from 'valibot';
import {
  anyList,
  anyRecord,
  anyValue,
  maybe,
  maybeCount,
  maybeNumber,
  maybeText,
  record,
} from '../../importing/values/schema.ts';

/**
 * The journal that Kimi Code writes for an agent (`wire.jsonl`), protocol 1.0 to 1.5.
 * https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/docs/wire-manifest.d.ts
 */
const Usage = record({
  inputOther: maybeCount,
  output: maybeCount,
  inputCacheRead: maybeCount,
  inputCacheCreation: maybeCount,
});
export type Usage = v.InferOutput<typeof Usage>;

export const Line = record({
  type: v.string(),
  /** Milliseconds since 1970. */
  time: maybeNumber,
  protocol_version: maybeText,
  created_at: maybeNumber,
  /** In `turn.prompt` and `turn.steer`. */
  input: maybe(anyValue),
  origin: maybe(record({ kind: maybeText })),
  /** In `context.append_message`. */
  message: maybe(anyRecord),
  /** In `context.append_loop_event`. */
  event: maybe(anyRecord),
  /** In `tools.set_active_tools`. */
  names: maybe(anyList),
  /** In `llm.request`. */
  kind: maybeText,
  model: maybeText,
  turnStep: maybeText,
  /** In `permission.record_approval_result`. */
  toolCallId: maybeText,
  result: maybe(record({ decision: maybeText, feedback: maybeText, selectedLabel: maybeText })),
  /** In `permission.set_mode`. */
  mode: maybeText,
  /** In `tools.update_store`. */
  key: maybeText,
  value: maybe(anyValue),
  /** In `usage.record`; scope `session` marks tokens that no turn used. */
  usage: maybe(Usage),
  usageScope: maybeText,
});
export type Line = v.InferOutput<typeof Line>;

export const Message = record({
  role: v.string(),
  content: maybe(anyValue),
  toolCalls: maybe(anyList),
  toolCallId: maybeText,
  isError: maybe(v.boolean()),
  origin: maybe(record({ kind: maybeText })),
});
export type Message = v.InferOutput<typeof Message>;

/** A call in a message: `{id, name, arguments}`, or OpenAI’s form. */
export const MessageCall = record({
  id: maybeText,
  name: maybeText,
  arguments: maybe(anyValue),
  function: maybe(record({ name: maybeText, arguments: maybe(anyValue) })),
});

/** A step is one request to the model with its response. */
export const StepBegin = record({
  uuid: v.string(),
  turnId: maybe(v.union([v.string(), v.number()])),
  step: maybeCount,
});
export const ContentPart = record({ stepUuid: v.string(), part: anyRecord });
export const ToolCall = record({
  stepUuid: maybeText,
  toolCallId: maybeText,
  name: v.string(),
  args: maybe(anyValue),
});
export const ToolResult = record({
  toolCallId: maybeText,
  result: record({ output: maybe(anyValue), isError: maybe(v.boolean()) }),
});
export type ToolResult = v.InferOutput<typeof ToolResult>;

export const StepEnd = record({
  uuid: v.string(),
  usage: maybe(Usage),
  llmFirstTokenLatencyMs: maybeNumber,
  llmStreamDurationMs: maybeNumber,
});
export type StepEnd = v.InferOutput<typeof StepEnd>;
