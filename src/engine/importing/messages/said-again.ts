import { elementsOf } from '../values/elements.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { createImportReport } from '../import-report.ts';
import { readContent, textOf } from '../content/content.ts';

/**
 * Whether two answers of a model are one: that of a response, and the one that a later request repeats. They request the same
 * calls, by their ids, or say the same. Their notation may differ.
 */
export function isSaidAgain(answer: readonly Value[], repeated: Value | undefined): boolean {
  if (repeated === undefined) return false;
  const said = gistOf(repeated);
  return answer.some((value) => {
    const { calls, text } = gistOf(value);
    const isCalling = calls.length + said.calls.length > 0;
    return isCalling ? calls.some((id) => said.calls.includes(id)) : text !== '' && text === said.text;
  });
}

function gistOf(value: Value): { readonly calls: readonly string[]; readonly text: string } {
  if (!isRecord(value)) return { calls: [], text: '' };
  const { content, tool_calls = null, call_id = null } = value;
  const parts = [...elementsOf(tool_calls), ...elementsOf(content ?? null).filter(isCall)];
  const calls = [call_id, ...parts.map((part) => (isRecord(part) ? (part['id'] ?? null) : null))];
  return {
    calls: calls.filter((id) => typeof id === 'string'),
    text: textOf(readContent(content, [], createImportReport())).trim(),
  };
}

const isCall = (part: Value): boolean => isRecord(part) && part['type'] === 'tool_use';

/**
 * Among the rows that a request may continue, finds the one whose last answer it repeats: several agents with the same
 * request at
 * the same time differ only in that.
 */
export const continued = <Row>(
  rows: readonly Row[],
  mayGoOn: (row: Row) => boolean,
  isRepeated: (row: Row) => boolean,
): Row | undefined => {
  const open = rows.filter(mayGoOn);
  return open.findLast(isRepeated) ?? open.at(-1);
};
