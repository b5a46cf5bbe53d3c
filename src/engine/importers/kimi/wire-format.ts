import * as v from 'valibot';
import { anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A line of the journal of Kimi CLI, the predecessor of Kimi Code (`wire.jsonl`, in Python): a message between the agent and
 * its screen. https://github.com/MoonshotAI/kimi-cli/blob/main/src/kimi_cli/wire/types.py
 */
export const WireLine = record({
  /** Seconds since 1970. */
  timestamp: maybe(anyValue),
  message: record({ type: v.string(), payload: anyRecord }),
});

export const WireEvent = record({ type: v.string(), payload: anyRecord });
export type WireEvent = v.InferOutput<typeof WireEvent>;

export const WireCall = record({
  id: v.string(),
  function: record({ name: v.string(), arguments: maybe(v.nullable(v.string())) }),
});

export const WireResult = record({
  tool_call_id: v.string(),
  return_value: record({ is_error: maybe(v.boolean()), output: maybe(anyValue), message: maybeText }),
});
export type WireResult = v.InferOutput<typeof WireResult>;

export const WireStatus = record({
  token_usage: record({
    input_other: maybeCount,
    output: maybeCount,
    input_cache_read: maybeCount,
    input_cache_creation: maybeCount,
  }),
});

export const ApprovalRequest = record({ id: v.string(), tool_call_id: v.string() });
export const ApprovalResponse = record({ request_id: v.string(), response: v.string(), feedback: maybeText });

/** An event of a sub-agent while the call that started it is running. */
export const SubagentEvent = record({
  task_tool_call_id: maybeText,
  parent_tool_call_id: maybeText,
  event: WireEvent,
});
