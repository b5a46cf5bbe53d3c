import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Messages of Deepgram's sockets, of the server and of the client: those of its voice agent,
 * https://developers.deepgram.com/docs/voice-agent-outputs, and those of its recogniser alone,
 * https://developers.deepgram.com/docs/live-streaming-audio.
 */
export const Message = record({
  type: v.string(),
  /** Of `ConversationText`. */
  role: maybeText,
  content: maybe(anyValue),
  /** Of `FunctionCallRequest`. Its first version told one function, by the names below. */
  functions: maybe(anyList),
  function_name: maybeText,
  function_call_id: maybeText,
  input: maybe(anyValue),
  /** Of `FunctionCallResponse`. */
  id: maybeText,
  name: maybeText,
  output: maybe(anyValue),
  /** Of `Results`. */
  is_final: maybe(v.boolean()),
  speech_final: maybe(v.boolean()),
  channel: maybe(anyValue),
  /** Which channel of how many. */
  channel_index: maybe(anyList),
  /** Of `Settings`. */
  agent: maybe(anyRecord),
  /** Of `Error` and `Warning`. */
  description: maybeText,
  message: maybeText,
  request_id: maybeText,
});
export type Message = v.InferOutput<typeof Message>;

export const FunctionCall = record({ id: maybeText, name: v.string(), arguments: maybe(anyValue) });

/** Guesses of what was said, the likeliest first. */
export const Channel = record({ alternatives: anyList });
export const Alternative = record({ transcript: v.string() });

export const Settings = record({
  think: maybe(record({ provider: maybe(record({ model: maybeText })), prompt: maybeText, functions: maybe(anyList) })),
});
