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
  /** Null if only the header was written. */
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
  /** The messages that events refer to; each is stored once. */
  events_data: maybe(record({ messages: maybe(anyList) })),
  /** Long texts by their digest. `attachment://<digest>` refers to them (`attachments.ts`). */
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

/** Messages in a form unique to Inspect: a call has its function's name beside its arguments, and a result repeats the name. */
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
  /** In `tool`: the call's id. In `span_begin`: the span's id. */
  id: maybeText,
  span_id: maybeText,
  /** In `span_begin` and `step`. */
  parent_id: maybeText,
  type: maybeText,
  name: maybeText,
  action: maybeText,
  /** In `tool`: the tool's name, and the span of the agent that it started. */
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
  /** In `model`. */
  model: maybeText,
  /** In `model`: the input messages, or ranges of the sample's messages. */
  input: maybe(anyList),
  input_refs: maybe(v.array(v.tuple([aNumber, aNumber]))),
  /** In `model`: the tools that the model could call. */
  tools: maybe(anyList),
  /** In `tool` and `subtask` of older logs: the nested events. */
  events: maybe(anyList),
  /** In `approval`. */
  call: maybe(record({ id: maybeText })),
  decision: maybeText,
  explanation: maybeText,
  approver: maybeText,
});
export type Event = v.InferOutput<typeof Event>;

/** A model call in a list of events without their sample. */
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
