import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeNumber, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A run of AgentDojo, a benchmark for prompt injection: one user task, mostly with an attack hidden in tool results.
 * https://github.com/ethz-spylab/agentdojo/blob/main/src/agentdojo/logging.py
 */
export const Run = record({
  suite_name: v.string(),
  pipeline_name: v.string(),
  user_task_id: v.string(),
  injection_task_id: maybeText,
  attack_type: maybeText,
  injections: maybe(anyRecord),
  messages: anyList,
  error: maybeText,
  /** Whether the user's task was done. */
  utility: maybe(v.boolean()),
  /** With an attack: whether it *reached its goal*. Without one it is always true and means nothing. */
  security: maybe(v.boolean()),
  /** Seconds. */
  duration: maybeNumber,
  evaluation_timestamp: maybeText,
  benchmark_version: maybeText,
  agentdojo_package_version: maybeText,
});
export type Run = v.InferOutput<typeof Run>;

export const ToolCall = record({
  function: v.string(),
  args: maybe(anyValue),
  /** Null, empty or the same for many calls, depending on the provider. */
  id: maybeText,
});
export type ToolCall = v.InferOutput<typeof ToolCall>;

export const Message = record({
  role: v.picklist(['system', 'user', 'assistant', 'tool']),
  content: maybe(anyValue),
  tool_calls: maybe(anyList),
  tool_call_id: maybeText,
  /** On tool messages: the call once more. */
  tool_call: maybe(ToolCall),
  error: maybeText,
});
export type Message = v.InferOutput<typeof Message>;

const Call = record({ function: v.string(), args: anyRecord });

/** Messages that nobody else writes this way: a call has its arguments under `args`, a result the whole call again. */
export const OwnMessage = v.union([
  record({
    role: v.literal('assistant'),
    tool_calls: v.pipe(
      anyList,
      v.check((calls) => calls.some((call) => v.is(Call, call))),
    ),
  }),
  record({ role: v.literal('tool'), tool_call: Call }),
]);
