import type { Note } from '../../model/problem.ts';
import { isList, isRecord, type ListValue, type RecordValue } from '../../model/value.ts';
import { json } from '../../readers/json/index.ts';
import { python } from '../../readers/python/index.ts';

/**
 * The record or the list that a text holds, as JSON or as Python prints it, also between the tags or the fences that models
 * write around it; undefined for any other text. What would have to be mended, such as a text cut off, stays a text.
 */
export function valueInText(text: string): RecordValue | ListValue | undefined {
  const bare = withoutWrapping(text).trim();
  // What ends otherwise was cut off, or is prose.
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

/** What stands between `<tool_call>…</tool_call>` or the fences of Markdown; any other text as it is. */
export function withoutWrapping(text: string): string {
  const bare = text.trim();
  const found = opening.exec(bare.slice(0, 60));
  const end = found?.[1] === undefined ? found?.[2] : `</${found[1]}>`;
  return found === null || end === undefined || !bare.endsWith(end)
    ? text
    : bare.slice(found[0].length, -end.length).trim();
}
