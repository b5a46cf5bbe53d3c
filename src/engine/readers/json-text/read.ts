import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { tokenAt, type Fault } from '../fault.ts';
import type { Notebook } from '../notebook.ts';
import { Edited } from './edited.ts';
import { locateInJson, type Marks } from './locate.ts';
import { repair, type WhenCutOff } from './repair.ts';
import { plainValue } from './plain.ts';

/** One JSON value of a text, with exact numbers. */
export interface JsonText {
  readonly value: Value;
  /** The input of `JSON.parse`. */
  readonly text: string;
  /** The range of the value in `text`. */
  readonly range: TextRange;
  /** Undefined when `text` is the document itself. */
  readonly edited: Edited | undefined;
  /** Some key occurs twice in one object. */
  readonly hasTwins: boolean;
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
  if (value !== undefined) return { value, text, range, edited: undefined, hasTwins: false };
  const walked = repair(text, range, notebook, 'refuse');
  if (!('edits' in walked)) return { fault: walked };
  return { value: walked.value, text, range, edited: undefined, hasTwins: walked.hasTwins };
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
  if (!('edits' in repaired)) return { fault: repaired };
  const fault = rest(repaired.end);
  if (fault !== undefined) return { fault };
  const edited = new Edited(text, { start: range.start, end: repaired.end }, repaired.edits);
  const whole = { start: 0, end: edited.text.length };
  const { value, hasTwins } = repaired;
  return { value, text: edited.text, range: whole, edited, hasTwins };
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

/** Finds the range of the value at a path in the document; null when there is none. Remembers offsets on the way. */
export function locator({ text, range, edited, hasTwins }: JsonText): (path: Path) => TextRange | null {
  const marks: Marks = new Map();
  return (path) => {
    const found = locateInJson(text, range, path, hasTwins, marks);
    return found === null || edited === undefined ? found : edited.toOriginal(found);
  };
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
