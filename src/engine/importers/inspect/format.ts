import * as v from 'valibot';
import { anyList, anyRecord, anyValue, aNumber, maybe, maybeCount, maybeNumber, maybeText, record } from '../schema.ts';

/**
 * A log of Inspect as JSON. An `.eval` file is a ZIP of the same parts.
 * https://inspect.aisi.org.uk/eval-logs.html
 */
export const Log = record({
  version: aNumber,
  status: v.string(),
  eval: record({ task: maybeText, model: maybeText, task_version: maybe(anyValue) }),
  samples: anyList,
});
export type Log = v.InferOutput<typeof Log>;

export const Sample = record({
  id: v.union([v.string(), aNumber]),
  epoch: maybeNumber,
  messages: anyList,
  /** Older logs keep them under `transcript`. */
  events: maybe(anyList),
  transcript: maybe(record({ events: maybe(anyList) })),
  /** Long texts by their digest, in whose place `attachment://<digest>` stands. */
  attachments: maybe(anyRecord),
  scores: maybe(anyRecord),
  error: maybe(record({ message: maybeText })),
  limit: maybe(record({ type: maybeText })),
  total_time: maybeNumber,
});
export type Sample = v.InferOutput<typeof Sample>;

export const Message = record({
  id: maybeText,
  role: v.picklist(['system', 'user', 'assistant', 'tool']),
  content: maybe(anyValue),
  tool_calls: maybe(anyList),
  model: maybeText,
  tool_call_id: maybeText,
  function: maybeText,
  error: maybe(record({ type: maybeText, message: maybeText })),
});
export type Message = v.InferOutput<typeof Message>;

export const ToolCall = record({
  id: maybeText,
  function: v.string(),
  arguments: maybe(anyValue),
  parse_error: maybeText,
});

/** https://inspect.aisi.org.uk/reference/inspect_ai.event.html */
export const Event = record({
  event: v.string(),
  timestamp: maybe(anyValue),
  completed: maybe(anyValue),
  /** Of `tool`: the call's id. */
  id: maybeText,
  working_time: maybeNumber,
  pending: maybe(v.boolean()),
  output: maybe(
    record({
      choices: maybe(anyList),
      usage: maybe(
        record({
          input_tokens: maybeCount,
          output_tokens: maybeCount,
          total_tokens: maybeCount,
        }),
      ),
    }),
  ),
  changes: maybe(anyList),
  /** Of `approval`. */
  call: maybe(record({ id: maybeText })),
  decision: maybeText,
  explanation: maybeText,
  approver: maybeText,
});
export type Event = v.InferOutput<typeof Event>;

export const Choice = record({ message: record({ id: maybeText }) });
/** https://datatracker.ietf.org/doc/html/rfc6902 */
export const Change = record({ op: v.string(), path: v.string(), value: maybe(anyValue) });
