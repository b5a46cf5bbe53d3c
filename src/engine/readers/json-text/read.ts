import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { tooDeep, type Fault } from '../fault.ts';
import type { Notebook } from '../notebook.ts';
import { noteOversized } from '../numbers.ts';
import { Edited } from './edited.ts';
import { locateInJson, type Marks } from './locate.ts';
import { repair, type WhenCutOff } from './repair.ts';
import { countMembers, findOverwritten, type Origin } from './overwritten.ts';
import { plainValue } from './plain.ts';
import { settle, type Exceptions } from './settle.ts';

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
  return settled(text, range, parsed, undefined, noSpecials, notebook, unmoved);
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
  const parsed = parse(edited.text);
  if (parsed === undefined) return { fault: unreadable(range) };
  const whole = { start: 0, end: edited.text.length };
  const origin: Origin = (offset) => edited.toOriginal({ start: offset, end: offset + 1 }).start;
  return settled(edited.text, whole, parsed, edited, edited.moved(repaired.specials), notebook, origin);
}

/** One value in a part of a text, strict or repaired. Notes are kept only when it can be read. `rest` as above. */
export function readJsonPart(
  text: string,
  range: TextRange,
  notebook: Notebook,
  whenCutOff: WhenCutOff,
  rest: (valueEnd: number) => Fault | undefined = () => undefined,
): JsonRead {
  const strict = readStrictJson(text, range, notebook);
  if (strict !== undefined) return strict;
  const scratch = notebook.fresh();
  const repaired = readRepairedJson(text, range, scratch, whenCutOff, rest);
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

function settled(
  text: string,
  range: TextRange,
  parsed: Parsed,
  edited: Edited | undefined,
  specials: Exceptions['specials'],
  notebook: Notebook,
  origin: Origin,
): JsonRead {
  // Counted before `settle` puts our objects into the value.
  const members = countMembers(parsed.value);
  let scan = settle(text, range, parsed.value, specials.size === 0 ? undefined : { specials, overwritten: undefined });
  if (scan.tooDeepAt !== undefined) return { fault: tooDeep(origin(scan.tooDeepAt)) };
  const hasTwins = scan.members !== members;
  if (hasTwins) {
    // Numbers of overwritten members may have been put in wrong places: start again with the list of those members.
    const overwritten = findOverwritten(text, range, notebook, origin);
    scan = settle(text, range, parse(text.slice(range.start, range.end))?.value, { specials, overwritten });
  }
  for (const { offset, kind } of scan.oversized) noteOversized(kind, origin(offset), notebook);
  return { value: scan.value, text, range, edited, hasTwins };
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

const noSpecials: Exceptions['specials'] = new Map();

const unmoved: Origin = (offset) => offset;

const unreadable = (at: TextRange): Fault => ({
  code: 'reader/json',
  at,
  expected: 'JSON',
  advice: 'Fix the text there and open it again.',
});
