import { toJson } from '../../model/json.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Sample } from './format.ts';

/**
 * Long texts of a sample stand once under `attachments`, and a reference stands in their place: in its events those of more
 * than 100 characters, in its messages pictures only. So one message may be written in two ways.
 * https://github.com/UKGovernmentBEIS/inspect_ai/blob/main/src/inspect_ai/log/_condense.py
 */
export interface Attachments {
  /** The value with every text put back where its reference stands; the same object where there is none. */
  resolved(value: Value): Value;
  /** Equal for messages that say the same, whichever of their texts are references. Their ids may differ. */
  keyOf(message: Value): string;
}

const scheme = 'attachment://';
/** What `attachment://` was called until 2024. */
const oldScheme = 'tc://';
/** What nests deeper than this stays as it is written. */
const deepest = 100;

export function attachmentsOf({ attachments, transcript }: Pick<Sample, 'attachments' | 'transcript'>): Attachments {
  const texts: RecordValue = attachments ?? transcript?.content ?? {};
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
  // Keys hold the references and not the texts: every call of a model repeats all the messages before it.
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

function withTexts(value: Value, of: (text: string) => Value, depth: number): Value {
  if (typeof value === 'string') return of(value);
  if (depth > deepest) return value;
  if (isList(value)) {
    const list = [...value];
    const changed = list.map((one) => withTexts(one, of, depth + 1));
    return changed.some((one, index) => one !== list[index]) ? changed : value;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, one]): [string, Value] => [key, withTexts(one, of, depth + 1)]);
  return changed.some(([, one], index) => one !== entries[index]?.[1]) ? Object.fromEntries(changed) : value;
}
