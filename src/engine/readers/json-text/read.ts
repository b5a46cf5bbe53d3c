import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { tokenAt, type Fault } from '../fault.ts';
import { Located } from '../located.ts';
import type { Notebook } from '../notebook.ts';
import { type JsonPart, JsonPlaces } from './locate.ts';
import { repair, type WhenCutOff } from './repair.ts';
import { plainValue } from './plain.ts';

/** One JSON value of a text, with exact numbers. */
export interface JsonText extends JsonPart {
  readonly value: Value;
}

export type JsonRead = JsonText | { readonly fault: Fault };

/** By its first character that is not white space. */
export const startsLikeJson = (text: string): boolean =>
  /^[\s\uFEFF]*(?:[{["0-9-]|(?:true|false|null)\b)/.test(text.slice(0, 400));

/** The value of a text that is valid JSON; undefined when notes are needed as well. */
export function plainJson(text: string): Value | undefined {
  const parsed = parse(text);
  return parsed === undefined ? undefined : plainValue(text, parsed.value);
}

/** A part of `text` that `JSON.parse` accepts unchanged; undefined when it does not. */
export function readStrictJson(text: string, range: TextRange, notebook: Notebook): JsonRead | undefined {
  const stretch = text.slice(range.start, range.end);
  const parsed = parse(stretch);
  if (parsed === undefined) return undefined;
  const value = plainValue(stretch, parsed.value);
  if (value !== undefined) return { value, text, range, goodEnd: range.end, hasTwins: false };
  const walked = repair(text, range, notebook, 'refuse');
  return 'value' in walked ? { ...walked, text, range } : { fault: walked };
}

/**
 * The same for a part that `JSON.parse` refuses: one value from its start on, with common faults repaired.
 * `rest` checks the text after the value, and returns its fault.
 */
export function readRepairedJson(
  text: string,
  range: TextRange,
  notebook: Notebook,
  whenCutOff: WhenCutOff,
  rest: (valueEnd: number) => Fault | undefined,
): JsonRead {
  const repaired = repair(text, range, notebook, whenCutOff);
  if (!('value' in repaired)) return { fault: repaired };
  const fault = rest(repaired.end);
  return fault === undefined ? { ...repaired, text, range: { start: range.start, end: repaired.end } } : { fault };
}

/** One value in a part of a text, strict or repaired. Notes are kept only when it can be read. `alone`: why nothing may follow it in its part. */
export function readJsonPart(
  text: string,
  range: TextRange,
  notebook: Notebook,
  whenCutOff: WhenCutOff,
  alone?: Pick<Fault, 'expected' | 'advice'>,
): JsonRead {
  const strict = readStrictJson(text, range, notebook);
  if (strict !== undefined) return strict;
  const scratch = notebook.fresh();
  const repaired = readRepairedJson(text, range, scratch, whenCutOff, (end) =>
    alone === undefined || text.slice(end, range.end).trim() === ''
      ? undefined
      : { code: 'reader/more-text', at: tokenAt(text, end), ...alone },
  );
  if (!('fault' in repaired)) notebook.absorb(scratch);
  return repaired;
}

/** The value with the places of its parts. Offsets found on the way are remembered. */
export function locatedJson(json: JsonText): Located {
  const places = new JsonPlaces(json);
  return new Located(json.value, json.range, (path) => places.locate(path));
}

interface Parsed {
  readonly value: unknown;
}

function parse(text: string): Parsed | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    // Not valid JSON: the repairing reader finds the fault and its place.
    return undefined;
  }
}
