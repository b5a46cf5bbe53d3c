import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Events of OpenAI's Realtime API, of the server and of the client.
 * https://platform.openai.com/docs/api-reference/realtime-server-events
 */
export const Event = record({
  type: v.string(),
  item_id: maybeText,
  /** Of what the caller said; it comes after the item, and often after the answer. */
  transcript: maybeText,
  item: maybe(anyRecord),
  response_id: maybeText,
  call_id: maybeText,
  name: maybeText,
  text: maybeText,
  arguments: maybeText,
  response: maybe(anyRecord),
  session: maybe(record({ object: maybeText, model: maybeText, instructions: maybeText, tools: maybe(anyList) })),
  error: maybe(record({ message: maybeText })),
});
export type Event = v.InferOutput<typeof Event>;

export const Item = record({
  id: maybeText,
  type: v.string(),
  role: maybeText,
  content: maybe(anyList),
  name: maybeText,
  call_id: maybeText,
  arguments: maybe(anyValue),
  output: maybe(anyValue),
});
export type Item = v.InferOutput<typeof Item>;

/** `text`, `input_text` and `output_text` have a text; `audio`, `input_audio` and `output_audio` a transcript. */
export const Content = record({ text: maybeText, transcript: maybeText });

export const Response = record({
  id: maybeText,
  status: maybeText,
  status_details: maybe(record({ reason: maybeText, error: maybe(record({ message: maybeText, code: maybeText })) })),
  output: maybe(anyList),
  usage: maybe(record({ input_tokens: maybeCount, output_tokens: maybeCount })),
});
export type Response = v.InferOutput<typeof Response>;

export const Tool = record({ name: v.string() });

/** Events that bring an item: of the server in its older and newer version, and the client's. */
export const itemEvents: ReadonlySet<string> = new Set([
  'conversation.item.created',
  'conversation.item.added',
  'conversation.item.done',
]);
export const clientItem = 'conversation.item.create';

/** What the caller said, written down. */
export const heard = 'conversation.item.input_audio_transcription.completed';

/** What a response brought, piece by whole piece, before its end is told; in the older version and the newer. */
export const wholePieces: ReadonlySet<string> = new Set([
  'response.audio_transcript.done',
  'response.output_audio_transcript.done',
  'response.text.done',
  'response.output_text.done',
  'response.function_call_arguments.done',
]);
