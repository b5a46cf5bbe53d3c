import * as v from 'valibot';
import { anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Burr: the log of its local tracker, a line per event, and its state as programs print it.
 * https://github.com/apache/burr/blob/main/burr/tracking/common/models.py
 */
export const Entry = record({
  type: v.picklist([
    'begin_entry',
    'end_entry',
    'begin_span',
    'end_span',
    'attribute',
    'begin_stream',
    'first_item_stream',
    'end_stream',
  ]),
  sequence_id: maybe(v.number()),
  action: maybeText,
  inputs: maybe(anyRecord),
  result: maybe(anyValue),
  /** A traceback. */
  exception: maybeText,
  state: maybe(anyRecord),
  start_time: maybe(anyValue),
  end_time: maybe(anyValue),
  /** Of spans and attributes. */
  action_sequence_id: maybe(v.number()),
  span_id: maybeText,
  key: maybeText,
  value: maybe(anyValue),
});
export type Entry = v.InferOutput<typeof Entry>;

/** Burr's own keys in a state. */
export const sequenceKey = '__SEQUENCE_ID';
export const ownKeys: ReadonlySet<string> = new Set([sequenceKey, '__PRIOR_STEP']);

/** The key under which Burr's examples and most programs keep the conversation. */
export const conversationKeys = ['messages', 'chat_history'] as const;
