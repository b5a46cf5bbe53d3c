import * as v from 'valibot';
import {
  aNumber,
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
 * Results of tau-bench: a list of runs, each a list of chat messages.
 * https://github.com/sierra-research/tau-bench/blob/main/tau_bench/types.py (EnvRunResult)
 */
export const Tau1Run = record({
  task_id: aNumber,
  reward: aNumber,
  info: anyRecord,
  traj: anyList,
  trial: maybeNumber,
});
export type Tau1Run = v.InferOutput<typeof Tau1Run>;

/** `info.task` names the simulated customer. */
export const Tau1Info = record({ task: maybe(record({ user_id: maybeText, instruction: maybeText })) });

export const Tau1Message = record({
  role: v.picklist(['system', 'user', 'assistant', 'tool']),
  content: maybe(anyValue),
  name: maybeText,
  tool_call_id: maybeText,
  tool_calls: maybe(anyList),
});
export type Tau1Message = v.InferOutput<typeof Tau1Message>;

export const Tau1Call = record({ id: maybeText, function: record({ name: v.string(), arguments: maybe(anyValue) }) });

/**
 * Results of tau2-bench: tasks and simulations in one file.
 * https://github.com/sierra-research/tau2-bench/blob/main/src/tau2/data_model/simulation.py (Results)
 */
export const Tau2Results = record({ info: anyRecord, tasks: anyList, simulations: anyList });

export const Tau2Info = record({
  agent_info: maybe(record({ implementation: maybeText, llm: maybeText })),
  environment_info: maybe(record({ domain_name: maybeText })),
});
export type Tau2Info = v.InferOutput<typeof Tau2Info>;

export const Tau2Simulation = record({
  id: maybeText,
  task_id: v.union([v.string(), aNumber]),
  start_time: maybe(anyValue),
  end_time: maybe(anyValue),
  duration: maybeNumber,
  termination_reason: maybeText,
  agent_cost: maybeNumber,
  user_cost: maybeNumber,
  reward_info: maybe(record({ reward: maybeNumber })),
  trial: maybeNumber,
  seed: maybeNumber,
  messages: anyList,
});
export type Tau2Simulation = v.InferOutput<typeof Tau2Simulation>;

export const Tau2Message = record({
  role: v.picklist(['system', 'user', 'assistant', 'tool']),
  content: maybe(anyValue),
  tool_calls: maybe(anyList),
  /** Tool messages: the id of the call they answer. */
  id: maybeText,
  /** Who made the call: the simulated user has tools as well. */
  requestor: maybeText,
  error: maybe(v.boolean()),
  timestamp: maybe(anyValue),
  /** The cost of the model call, in dollars. */
  cost: maybeNumber,
  usage: maybe(record({ prompt_tokens: maybeCount, completion_tokens: maybeCount })),
});
export type Tau2Message = v.InferOutput<typeof Tau2Message>;

export const Tau2Call = record({
  id: maybeText,
  name: v.string(),
  arguments: maybe(anyValue),
  requestor: maybeText,
});
