import type { Path } from '../../model/path.ts';
import type { Note } from '../../model/problem.ts';
import { isList, isRecord, type ListValue, type RecordValue, type Value } from '../../model/value.ts';
import { json } from '../../readers/json/index.ts';
import { python } from '../../readers/python/index.ts';
import { follow, type Found } from '../../importing/values/where.ts';

/** Follows a path of a mapping. A text that holds JSON or a printed Python value is treated like a record or list. */
export const find = (root: Value, path: Path): Found | undefined => follow(root, path, valueInText);

export const valueBy = (root: Value, path: Path): Value | undefined => find(root, path)?.value;

/**
 * The record or list in a text, written as JSON or printed by Python, also between the tags or fences that models write around
 * it; undefined for any other text. A text that would need a repair, such as one that was cut off, stays a text.
 */
export function valueInText(text: string): RecordValue | ListValue | undefined {
  const bare = withoutWrapping(text).trim();
  // A text with another end was cut off, or is prose.
  const ends = `${bare[0] ?? ''}${bare.at(-1) ?? ''}`;
  if (ends !== '{}' && ends !== '[]') return undefined;
  for (const reader of [json, python]) {
    const read = reader.read(bare);
    if (!read.ok || read.value.notes.some(isDoubt)) continue;
    const { value } = read.value;
    if (isRecord(value) || isList(value)) return value;
  }
  return undefined;
}

const isDoubt = ({ severity }: Note): boolean => severity !== 'info';

const opening = /^(?:<(\w{1,40})>|(```)(?:json|python)?)\s/;

/** The content between `<tool_call>…</tool_call>` or Markdown fences; any other text unchanged. */
export function withoutWrapping(text: string): string {
  const bare = text.trim();
  const found = opening.exec(bare.slice(0, 60));
  const end = found?.[1] === undefined ? found?.[2] : `</${found[1]}>`;
  return found === null || end === undefined || !bare.endsWith(end)
    ? text
    : bare.slice(found[0].length, -end.length).trim();
}
