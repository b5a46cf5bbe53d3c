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
 * A trajectory of SWE-agent: the steps, and a history of messages that repeats them together with demonstrations.
 * https://swe-agent.com/latest/usage/trajectories/
 */
export const Trajectory = record({
  trajectory: anyList,
  history: maybe(anyList),
  info: maybe(anyRecord),
  environment: maybeText,
});
export type Trajectory = v.InferOutput<typeof Trajectory>;

export const Step = record({
  action: maybeText,
  observation: maybe(anyValue),
  response: maybeText,
  thought: maybeText,
  /** State reported by the agent's own tools: an object or, in older files, a JSON text. */
  state: maybe(anyValue),
  /** Seconds. */
  execution_time: maybeNumber,
});
export type Step = v.InferOutput<typeof Step>;

/** A step as it appears in a list of steps alone. */
export const LoneStep = record({
  action: v.string(),
  observation: anyValue,
  response: v.string(),
  thought: v.string(),
});

export const HistoryMessage = record({
  role: v.string(),
  content: maybe(anyValue),
  is_demo: maybe(v.boolean()),
  message_type: maybeText,
  action: maybeText,
  tool_calls: maybe(anyList),
});

export const FunctionCall = record({
  id: maybeText,
  function: record({ name: v.string(), arguments: maybe(anyValue) }),
});

export const Info = record({
  exit_status: maybeText,
  submission: maybeText,
  model_stats: maybe(
    record({
      tokens_sent: maybeCount,
      tokens_received: maybeCount,
      api_calls: maybeCount,
      instance_cost: maybeNumber,
    }),
  ),
});
export type Info = v.InferOutput<typeof Info>;

/**
 * A trajectory of mini-swe-agent: chat messages, each with the program's own data about it under `extra`. The reader of
 * SWE-agent's printed log makes the same, with the format `swe-agent-log` (`readers/transcript/swe-agent-console.ts`).
 * https://mini-swe-agent.com/latest/usage/output_files/
 */
export const MiniTrajectory = record({
  messages: anyList,
  info: anyRecord,
  trajectory_format: v.string(),
  instance_id: maybeText,
});
export type MiniTrajectory = v.InferOutput<typeof MiniTrajectory>;

export const MiniMessage = record({
  role: v.string(),
  content: maybe(anyValue),
  tool_calls: maybe(anyList),
  tool_call_id: maybeText,
  /** Seconds since 1970, in version 1; later versions write it under `extra`. */
  timestamp: maybe(anyValue),
  extra: maybe(
    record({
      actions: maybe(anyList),
      returncode: maybeNumber,
      raw_output: maybeText,
      exception_info: maybeText,
      /** Seconds since 1970. */
      timestamp: maybe(anyValue),
      exit_status: maybeText,
      interrupt_type: maybeText,
      response: maybe(
        record({
          model: maybeText,
          usage: maybe(record({ prompt_tokens: maybeCount, completion_tokens: maybeCount })),
        }),
      ),
    }),
  ),
});
export type MiniMessage = v.InferOutput<typeof MiniMessage>;

export const MiniAction = record({ command: v.string(), tool_call_id: maybeText });
