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
 * The journal that Kimi Code keeps of an agent (`wire.jsonl`), protocol 1.0 to 1.5.
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
  /** Of `turn.prompt` and `turn.steer`. */
  input: maybe(anyValue),
  origin: maybe(record({ kind: maybeText })),
  /** Of `context.append_message`. */
  message: maybe(anyRecord),
  /** Of `context.append_loop_event`. */
  event: maybe(anyRecord),
  /** Of `tools.set_active_tools`. */
  names: maybe(anyList),
  /** Of `llm.request`. */
  kind: maybeText,
  model: maybeText,
  turnStep: maybeText,
  /** Of `permission.record_approval_result`. */
  toolCallId: maybeText,
  result: maybe(record({ decision: maybeText, feedback: maybeText, selectedLabel: maybeText })),
  /** Of `permission.set_mode`. */
  mode: maybeText,
  /** Of `tools.update_store`. */
  key: maybeText,
  value: maybe(anyValue),
  /** Of `usage.record`; scope `session` is what no turn spent. */
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

/** Of a message: `{id, name, arguments}`, or as OpenAI writes it. */
export const MessageCall = record({
  id: maybeText,
  name: maybeText,
  arguments: maybe(anyValue),
  function: maybe(record({ name: maybeText, arguments: maybe(anyValue) })),
});

/** A step is one request to the model and what came of it. */
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
