import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The Agent Trajectory Interchange Format, up to version 1.7.
 * https://github.com/laude-institute/harbor/blob/main/docs/rfcs/0001-trajectory-format.md
 */
export const Trajectory = record({
  schema_version: v.pipe(v.string(), v.startsWith('ATIF-')),
  session_id: maybeText,
  trajectory_id: maybeText,
  agent: maybe(
    record({ name: maybeText, version: maybeText, model_name: maybeText, tool_definitions: maybe(anyList) }),
  ),
  steps: anyList,
  final_metrics: maybe(anyRecord),
  subagent_trajectories: maybe(anyList),
});
export type Trajectory = v.InferOutput<typeof Trajectory>;

/** A step in a list without its trajectory: it must have a number and a source. */
export const LoneStep = record({
  step_id: v.pipe(v.number(), v.integer()),
  source: v.picklist(['system', 'user', 'agent']),
  message: anyValue,
});

export const Step = record({
  source: v.picklist(['system', 'user', 'agent']),
  message: maybe(anyValue),
  timestamp: maybe(anyValue),
  model_name: maybeText,
  reasoning_content: maybeText,
  tool_calls: maybe(anyList),
  observation: maybe(record({ results: maybe(anyList) })),
  metrics: maybe(record({ prompt_tokens: maybeCount, completion_tokens: maybeCount })),
  /** 0 for a step of a program that acts for the agent. */
  llm_call_count: maybeCount,
  is_copied_context: maybe(v.boolean()),
});
export type Step = v.InferOutput<typeof Step>;

/** The tokens of the whole run, including sub-agents. */
export const FinalMetrics = record({ total_prompt_tokens: maybeCount, total_completion_tokens: maybeCount });

export const ToolCall = record({ tool_call_id: maybeText, function_name: v.string(), arguments: maybe(anyValue) });

export const ObservedResult = record({
  source_call_id: maybeText,
  content: maybe(anyValue),
  subagent_trajectory_ref: maybe(anyList),
});

export const Reference = record({ trajectory_id: maybeText, session_id: maybeText, trajectory_path: maybeText });
export const Definition = record({ function: record({ name: v.string() }) });
