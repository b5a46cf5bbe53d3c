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

const Usage = record({ prompt_tokens: maybeCount, completion_tokens: maybeCount });

/**
 * An event of OpenHands up to 1.0: an action, or the observation of its result.
 * https://github.com/OpenHands/OpenHands/blob/main/openhands/events/serialization/event.py
 */
export const OldEvent = record({
  /** Numbered; the oldest logs have none. */
  id: maybeNumber,
  timestamp: maybe(anyValue),
  source: maybeText,
  action: maybeText,
  observation: maybeText,
  /** In an observation: the id of its action. */
  cause: maybeNumber,
  message: maybeText,
  content: maybe(anyValue),
  args: maybe(anyRecord),
  extras: maybe(anyRecord),
  thought: maybeText,
  exit_code: maybeNumber,
  tool_call_metadata: maybe(
    record({
      function_name: maybeText,
      tool_call_id: maybeText,
      model_response: maybe(record({ id: maybeText, model: maybeText, usage: maybe(Usage), choices: maybe(anyList) })),
    }),
  ),
});
export type OldEvent = v.InferOutput<typeof OldEvent>;

/** The model's original answer. An action contains only what the program derived from it. */
export const Choice = record({ message: record({ tool_calls: anyList }) });
export const ChosenCall = record({ id: v.string(), function: record({ arguments: anyValue }) });

/** A line of the output of a resolver or a benchmark: one instance with its events. */
export const Instance = record({
  history: anyList,
  instance_id: maybeText,
  issue: maybe(record({ title: maybeText })),
});
export type Instance = v.InferOutput<typeof Instance>;

/**
 * An event of the software agent SDK, which OpenHands is built on since 1.0.
 * https://github.com/OpenHands/software-agent-sdk/tree/main/openhands-sdk/openhands/sdk/event
 */
export const SdkEvent = record({
  kind: v.string(),
  id: maybeText,
  timestamp: maybe(anyValue),
  source: maybeText,
  llm_message: maybe(record({ role: maybeText, content: maybe(anyValue) })),
  thought: maybe(anyValue),
  reasoning_content: maybeText,
  action: maybe(anyRecord),
  observation: maybe(anyRecord),
  tool_name: maybeText,
  tool_call_id: maybeText,
  tool_call: maybe(record({ name: maybeText, arguments: maybe(anyValue) })),
  llm_response_id: maybeText,
  error: maybeText,
  rejection_reason: maybeText,
  tools: maybe(anyList),
  key: maybeText,
  value: maybe(anyValue),
});
export type SdkEvent = v.InferOutput<typeof SdkEvent>;

/** In an event with the system prompt: a tool in the SDK's form, or in the form sent to the model. */
export const SdkTool = record({ title: maybeText, name: maybeText, function: maybe(record({ name: maybeText })) });

/** `value` of a state update about `stats`: running totals by usage of the model. */
export const Stats = record({
  usage_to_metrics: v.record(v.string(), v.unknown()),
});
export const Metrics = record({ accumulated_token_usage: maybe(Usage) });
