import * as v from 'valibot';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';

/** One content part, as A2A v1.0 has it: flat, with exactly one of `text`, `data`, `raw` (base64) and `url`. */
export type Part = (
  | { readonly text: string }
  | { readonly data: Value }
  | { readonly raw: string }
  | { readonly url: string }
) & {
  readonly media_type?: string;
  readonly filename?: string;
  readonly metadata?: RecordValue;
};

const described = {
  media_type: v.exactOptional(v.string()),
  filename: v.exactOptional(v.string()),
  metadata: v.exactOptional(v.custom<RecordValue>(isRecord)),
};

export const PartSchema: v.GenericSchema<unknown, Part> = v.union([
  v.looseObject({ text: v.string(), ...described }),
  v.looseObject({ raw: v.string(), ...described }),
  v.looseObject({ url: v.string(), ...described }),
  // Readers only return values, so the inside needs no check.
  v.looseObject({ data: v.custom<Value>((value) => value !== undefined), ...described }),
]);

/**
 * Whether a part is a thought of the model, which ADK marks and which is not part of its message.
 * https://github.com/google/adk-python/blob/main/src/google/adk/a2a/converters/part_converter.py
 */
export const isThought = (part: Part): boolean => 'text' in part && part.metadata?.['adk_thought'] === true;

function texts(parts: readonly Part[]): readonly string[] {
  const found: string[] = [];
  for (const part of parts) if ('text' in part) found.push(part.text);
  return found;
}

/** The text that a worker reads as `user_text`. */
export const joinedText = (parts: readonly Part[]): string => texts(parts).join('\n');

/** The text of a message in the history, which leaves out empty texts. */
export function historyText(parts: readonly Part[]): string {
  const [first, second] = parts;
  // Most messages are one text.
  if (first !== undefined && second === undefined) return 'text' in first ? first.text : '';
  return texts(parts)
    .filter((text) => text !== '')
    .join('\n');
}

/** The text in a transition record: the first text of the status message. */
export const firstText = (parts: readonly Part[]): string | undefined => texts(parts).find((text) => text !== '');

/** The file parts, with their bytes or only an address. */
export const fileParts = (parts: readonly Part[]): Extract<Part, { raw: string } | { url: string }>[] =>
  parts.filter((part) => 'raw' in part || 'url' in part);

export const dataOf = (parts: readonly Part[]): Value[] => parts.flatMap((part) => ('data' in part ? [part.data] : []));

/** As the task context view holds messages: content parts with `mimeType`. */
export function contentPart(part: Part): RecordValue {
  const { media_type, filename } = part;
  const named = filename === undefined ? {} : { filename };
  if ('text' in part) return { mimeType: media_type ?? 'text/plain', text: part.text };
  if ('data' in part) return { mimeType: media_type ?? 'application/json', data: part.data };
  const mimeType = media_type ?? 'application/octet-stream';
  return 'raw' in part ? { mimeType, raw: part.raw, ...named } : { mimeType, url: part.url, ...named };
}
