import * as v from 'valibot';
import {
  anyList,
  anyRecord,
  anyValue,
  aNumber,
  maybe,
  maybeCount,
  maybeNumber,
  maybeText,
  record,
} from '../../importing/values/schema.ts';

/**
 * A log of Inspect as JSON. An `.eval` file is a ZIP of the same parts.
 * https://inspect.aisi.org.uk/eval-logs.html
 */
export const Log = record({
  version: aNumber,
  status: v.string(),
  eval: record({ task: maybeText, model: maybeText, task_version: maybe(anyValue) }),
  /** Null where only the header was written. */
  samples: maybe(anyList),
  error: maybe(record({ message: maybeText })),
});
export type Log = v.InferOutput<typeof Log>;

export const Sample = record({
  id: v.union([v.string(), aNumber]),
  epoch: maybeNumber,
  messages: anyList,
  /** Older logs keep them under `transcript`. */
  events: maybe(anyList),
  transcript: maybe(record({ events: maybe(anyList), content: maybe(anyRecord) })),
  /** Messages that events refer to, each once. */
  events_data: maybe(record({ messages: maybe(anyList) })),
  /** Long texts by their digest, in whose place `attachment://<digest>` stands (`attachments.ts`). */
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

const OwnCall = record({ id: v.string(), function: v.string(), arguments: anyRecord });

/** Messages that nobody else writes this way: a call has its function's name beside its arguments, a result the name again. */
export const OwnMessage = v.union([
  record({
    role: v.literal('assistant'),
    tool_calls: v.pipe(
      anyList,
      v.check((calls) => calls.some((call) => v.is(OwnCall, call))),
    ),
  }),
  record({ role: v.literal('tool'), tool_call_id: v.string(), function: v.string() }),
]);

/** https://inspect.aisi.org.uk/reference/inspect_ai.event.html */
export const Event = record({
  event: v.string(),
  timestamp: maybe(anyValue),
  completed: maybe(anyValue),
  /** Of `tool`: the call's id. Of `span_begin`: the span's. */
  id: maybeText,
  span_id: maybeText,
  /** Of `span_begin` and `step`. */
  parent_id: maybeText,
  type: maybeText,
  name: maybeText,
  action: maybeText,
  /** Of `tool`: its name, and the span of the agent that it sent. */
  function: maybeText,
  agent_span_id: maybeText,
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
  /** Of `model`. */
  model: maybeText,
  /** Of `model`: what it was asked with, or ranges of the sample's messages. */
  input: maybe(anyList),
  input_refs: maybe(v.array(v.tuple([aNumber, aNumber]))),
  /** Of `model`: what it was offered. */
  tools: maybe(anyList),
  /** Of `tool` and `subtask` in older logs: what went on inside. */
  events: maybe(anyList),
  /** Of `approval`. */
  call: maybe(record({ id: maybeText })),
  decision: maybeText,
  explanation: maybeText,
  approver: maybeText,
});
export type Event = v.InferOutput<typeof Event>;

/** A model call as an event without its sample has it. */
export const ModelEvent = record({
  event: v.literal('model'),
  model: v.string(),
  input: v.pipe(
    anyList,
    v.check((messages) => messages.length > 0),
  ),
  output: record({ choices: anyList }),
});

export const Choice = record({ message: record({ id: maybeText }), stop_reason: maybeText });
/** https://datatracker.ietf.org/doc/html/rfc6902 */
export const Change = record({ op: v.string(), path: v.string(), value: maybe(anyValue) });
