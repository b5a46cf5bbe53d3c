import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A call of tau²-bench in full duplex: both sides at once, cut into ticks of a fixed length.
 * https://github.com/sierra-research/tau2-bench/blob/main/src/tau2/data_model/message.py (`Tick`)
 */
export const Simulation = record({
  id: maybeText,
  task_id: maybe(anyValue),
  start_time: maybe(anyValue),
  duration: maybe(anyValue),
  termination_reason: maybeText,
  mode: maybeText,
  trial: maybe(anyValue),
  seed: maybe(anyValue),
  ticks: anyList,
});
export type Simulation = v.InferOutput<typeof Simulation>;

const Chunk = record({
  contains_speech: maybe(v.boolean()),
  /** Text, unless `is_audio` says that it is sound. */
  content: maybeText,
  is_audio: maybe(v.boolean()),
  turn_taking_action: maybe(record({ action: maybeText })),
  speech_effects: maybe(anyValue),
  source_effects: maybe(anyValue),
});
export type Chunk = v.InferOutput<typeof Chunk>;

export const Tick = record({
  tick_id: anyValue,
  timestamp: maybe(anyValue),
  agent_chunk: maybe(Chunk),
  user_chunk: maybe(Chunk),
  agent_tool_calls: maybe(anyList),
  agent_tool_results: maybe(anyList),
  user_tool_calls: maybe(anyList),
});
export type Tick = v.InferOutput<typeof Tick>;

export const ToolCall = record({ id: maybeText, name: v.string(), arguments: maybe(anyValue) });
export const ToolResult = record({ id: maybeText, content: maybe(anyValue), error: maybe(v.boolean()) });
