import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

const Usage = record({ input_tokens: maybeCount, output_tokens: maybeCount });

/**
 * The state of a run of the OpenAI Agents SDK, written by `RunState.to_json()`.
 * https://github.com/openai/openai-agents-python/blob/main/src/agents/run_state.py
 */
export const RunState = record({
  $schemaVersion: v.string(),
  original_input: anyValue,
  generated_items: anyList,
  /** All items of the session, including those before a hand-off. */
  session_items: maybe(anyList),
  model_responses: maybe(anyList),
  current_agent: maybe(record({ name: maybeText })),
  current_step: maybe(record({ data: maybe(record({ interruptions: maybe(anyList) })) })),
  context: maybe(record({ approvals: maybe(anyRecord), context: maybe(anyValue), usage: maybe(Usage) })),
  conversation_id: maybeText,
});
export type RunState = v.InferOutput<typeof RunState>;

export const GeneratedItem = record({
  type: v.string(),
  raw_item: anyValue,
  agent: maybe(record({ name: maybeText })),
});
export const ModelResponse = record({ output: anyList, usage: maybe(Usage), response_id: maybeText });
export const Interruption = record({ raw_item: record({ call_id: maybeText, id: maybeText }) });
/** `true` means all calls of the tool. */
export const Approval = record({
  approved: maybe(v.union([v.boolean(), v.array(v.string())])),
  rejected: maybe(v.union([v.boolean(), v.array(v.string())])),
  rejection_messages: maybe(v.record(v.string(), v.string())),
  /** Message for every call, if all calls of the tool are refused. */
  sticky_rejection_message: maybeText,
  /** The same two fields in JavaScript. */
  messages: maybe(v.record(v.string(), v.string())),
  stickyRejectMessage: maybeText,
});
