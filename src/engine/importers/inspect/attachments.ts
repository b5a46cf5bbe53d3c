import { toJson } from '../../model/json.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { recordAt } from '../../importing/values/where.ts';

/**
 * Inspect stores long texts of a sample once, under `attachments`, and writes references to them elsewhere. Events refer to
 * texts of more than 100 characters; messages refer to pictures only. The same message may therefore be written in two ways.
 * https://github.com/UKGovernmentBEIS/inspect_ai/blob/main/src/inspect_ai/log/_condense.py
 */
export interface Attachments {
  /** Replaces every reference in the value by its text; returns the same object if it has no reference. */
  resolved(value: Value): Value;
  /** Equal for messages with the same content, whichever of their texts are references. Their ids may differ. */
  keyOf(message: Value): string;
}

const scheme = 'attachment://';
/** The scheme that Inspect used until 2024. */
const oldScheme = 'tc://';
/** Values nested deeper than this are left unchanged. */
const maxDepth = 100;

export function attachmentsOf(sample: Value): Attachments {
  const texts: RecordValue = recordAt(sample, ['attachments', 'transcript.content']) ?? {};
  const references = new Map<Value, string>();
  for (const [digest, text] of Object.entries(texts))
    if (typeof text === 'string') references.set(text, scheme + digest);
  const keys = new WeakMap<RecordValue, string>();

  const digestIn = (text: string): string | undefined =>
    [scheme, oldScheme].flatMap((start) => (text.startsWith(start) ? [text.slice(start.length)] : []))[0];
  const textAt = (text: string): Value => {
    const digest = digestIn(text);
    return digest === undefined ? text : (entry(texts, digest) ?? text);
  };
  // Keys contain references instead of texts, because every model call repeats all earlier messages.
  const referenceTo = (text: string): Value => {
    const digest = digestIn(text);
    return digest === undefined ? (references.get(text) ?? text) : scheme + digest;
  };
  return {
    resolved: (value) => withTexts(value, textAt, 0),
    keyOf(message) {
      if (!isRecord(message)) return toJson(withTexts(message, referenceTo, 0));
      const known = keys.get(message);
      if (known !== undefined) return known;
      const { role = null, content = null, tool_calls = null, tool_call_id = null } = message;
      const key = toJson(withTexts([role, content, tool_calls, tool_call_id], referenceTo, 0));
      keys.set(message, key);
      return key;
    },
  };
}

function withTexts(value: Value, textFor: (text: string) => Value, depth: number): Value {
  if (typeof value === 'string') return textFor(value);
  if (depth > maxDepth) return value;
  if (isList(value)) {
    const list = [...value];
    const changed = list.map((one) => withTexts(one, textFor, depth + 1));
    return changed.some((one, index) => one !== list[index]) ? changed : value;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, one]): [string, Value] => [key, withTexts(one, textFor, depth + 1)]);
  return changed.some(([, one], index) => one !== entries[index]?.[1]) ? Object.fromEntries(changed) : value;
}
