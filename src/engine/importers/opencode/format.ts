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
 * Sessions of opencode, as `opencode export` and its server return them.
 * https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts
 */
export const Session = record({
  info: record({
    id: v.string(),
    title: maybeText,
    version: maybeText,
    directory: maybeText,
    time: maybe(record({ created: maybeNumber })),
  }),
  messages: anyList,
});
export type Session = v.InferOutput<typeof Session>;

const Tokens = record({
  input: maybeCount,
  output: maybeCount,
  reasoning: maybeCount,
  cache: maybe(record({ read: maybeCount, write: maybeCount })),
});

export const Message = record({
  info: record({
    role: v.picklist(['user', 'assistant']),
    sessionID: maybeText,
    modelID: maybeText,
    tokens: maybe(Tokens),
    /** Milliseconds since 1970. */
    time: maybe(record({ created: maybeNumber, completed: maybeNumber })),
    error: maybe(record({ name: maybeText, data: maybe(record({ message: maybeText })) })),
  }),
  parts: anyList,
});
export type Message = v.InferOutput<typeof Message>;

export const Part = record({
  type: v.string(),
  text: maybeText,
  /** Written by the program with the user's role. */
  synthetic: maybe(v.boolean()),
  callID: maybeText,
  tool: maybeText,
  state: maybe(
    record({
      status: maybeText,
      input: maybe(anyValue),
      output: maybe(anyValue),
      error: maybeText,
      metadata: maybe(anyRecord),
      time: maybe(record({ start: maybeNumber, end: maybeNumber })),
    }),
  ),
  /** Of `step-finish`. */
  reason: maybeText,
  tokens: maybe(Tokens),
  /** Of a file. */
  mime: maybeText,
  url: maybeText,
  filename: maybeText,
});
export type Part = v.InferOutput<typeof Part>;
export type SpentTokens = v.InferOutput<typeof Tokens>;
