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
 * Runs of smolagents: the steps of an agent's memory (`agent.memory.get_full_steps()`, `RunResult`), as JSON or printed; the
 * messages that are made from them; and lines of its benchmarks, which contain such messages.
 * https://github.com/huggingface/smolagents/blob/main/src/smolagents/memory.py
 * https://github.com/huggingface/smolagents/blob/main/examples/smolagents_benchmark/run.py
 */
export const Message = record({
  role: v.picklist(['system', 'user', 'assistant', 'tool-call', 'tool-response']),
  content: maybe(anyValue),
});
export type Message = v.InferOutput<typeof Message>;

const TokenUsage = record({ input_tokens: maybeCount, output_tokens: maybeCount });
export type TokenUsage = v.InferOutput<typeof TokenUsage>;

/** Seconds since 1970. */
const Timing = record({ start_time: maybeNumber, end_time: maybeNumber });

/** One answer of the model and its results. */
export const ActionStep = record({
  step_number: v.number(),
  timing: maybe(Timing),
  model_output: maybe(anyValue),
  tool_calls: maybe(anyList),
  observations: maybeText,
  action_output: maybe(anyValue),
  /** `{type, message}`, or printed: `AgentExecutionError('…')`. */
  error: maybe(anyRecord),
  token_usage: maybe(TokenUsage),
  is_final_answer: maybe(v.boolean()),
});
export type ActionStep = v.InferOutput<typeof ActionStep>;

export const PlanningStep = record({ plan: v.string(), timing: maybe(Timing), token_usage: maybe(TokenUsage) });
export const TaskStep = record({ task: v.string(), task_images: maybe(anyValue) });
export const SystemPromptStep = record({ system_prompt: v.string() });
export const FinalAnswerStep = record({ output: anyValue });

/** `{id, type, function: {name, arguments}}`, or printed: `ToolCall(name=…, arguments=…, id=…)`. */
export const ToolCall = record({
  id: maybeText,
  name: maybeText,
  arguments: maybe(anyValue),
  function: maybe(record({ name: v.string(), arguments: maybe(anyValue) })),
});

/** The return value of `agent.run(…, return_full_result=True)`. */
export const RunResult = record({
  steps: anyList,
  output: maybe(anyValue),
  state: maybeText,
  token_usage: maybe(TokenUsage),
});

/** One question of a benchmark. If no agent was used, the steps repeat the answer as text. */
export const BenchmarkLine = record({
  intermediate_steps: v.union([anyList, v.string()]),
  question: maybeText,
  model_id: maybeText,
  answer: maybe(anyValue),
  /** Seconds since 1970; `end_time` is a local time without a zone. */
  start_time: maybeNumber,
  token_counts: maybe(TokenUsage),
});

/** The tool through which the model answers. */
export const finalAnswer = 'final_answer';
