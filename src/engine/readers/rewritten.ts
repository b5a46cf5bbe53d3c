import { countLeading } from '../../base/scan.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Note, Problem, TextRange } from '../model/problem.ts';
import type { Document } from './document.ts';
import { formatPosition, Lines, placeIn } from './lines.ts';

/** A text with replaced parts, and the map back to the original. */
export interface Rewritten {
  readonly text: string;
  readonly count: number;
  /** Offset of the first replacement; 0 when there is none. */
  readonly first: number;
  /** The range in the original text of a range in the new text. */
  given(range: TextRange): TextRange;
}

/** What was read in the new text, as if read in the original. `code` and `message`: of the note about the change. */
export function asGiven(
  text: string,
  made: Rewritten,
  read: Result<Document, Problem>,
  code: string,
  message: string,
): Result<Document, Problem> {
  const places = placesOfGiven(text, made);
  if (!read.ok) {
    const { range, ...problem } = read.problem;
    const given = range === undefined ? {} : { range: made.given(range) };
    return err({ ...problem, message: places(problem.message), ...given });
  }
  const { value: document } = read;
  const place = placeIn(text, made.first);
  return ok({
    ...document,
    text,
    notes: [{ severity: 'repaired', code, message, place }, ...document.notes.map((note) => placedNote(note, places))],
    locate(path) {
      const range = document.locate(path);
      return range === null ? null : made.given(range);
    },
  });
}

/** Converts a message about the new text: its lines and columns become those of the original text. */
function placesOfGiven(text: string, { given, text: written }: Rewritten) {
  const before = new Lines(written);
  const after = new Lines(text);
  return (sentence: string): string =>
    sentence.replaceAll(/\bline (\d+), column (\d+)/g, (place, line: string, column: string) => {
      const start = before.line(Number(line))?.start;
      if (start === undefined) return place;
      const at = start + Number(column) - 1;
      // The end of the new text is the end of the original: there is nothing to look up behind the last character.
      const offset =
        at >= written.length && at > 0 ? given({ start: at - 1, end: at }).end : given({ start: at, end: at }).start;
      return formatPosition(after.positionOf(offset));
    });
}

const placedNote = (note: Note, places: (sentence: string) => string): Note => ({
  ...note,
  message: places(note.message),
  ...(note.place !== undefined && { place: places(note.place) }),
  ...(note.alsoAt !== undefined && { alsoAt: note.alsoAt.map(places) }),
});

/** A part of a text with every match of a global pattern replaced; the rest of the text is dropped. */
export function rewrittenPart(
  text: string,
  { start, end }: TextRange,
  pattern: RegExp,
  put: (found: string) => string,
): Rewritten {
  const inner = rewritten(text.slice(start, end), pattern, put);
  const given = (range: TextRange) => {
    const found = inner.given(range);
    return { start: start + found.start, end: start + found.end };
  };
  return { ...inner, first: start, given };
}

/** Every match of a global pattern replaced. */
export function rewritten(text: string, pattern: RegExp, put: (found: string) => string): Rewritten {
  const pieces: string[] = [];
  const changes: Change[] = [];
  let from = 0;
  let length = 0;
  for (const match of text.matchAll(pattern)) {
    const replacement = put(match[0]);
    const start = length + match.index - from;
    pieces.push(text.slice(from, match.index), replacement);
    from = match.index + match[0].length;
    length = start + replacement.length;
    changes.push({ start, end: length, givenStart: match.index, givenEnd: from });
  }
  const [first] = changes;
  if (first === undefined) return { text, count: 0, first: 0, given: (range) => range };
  pieces.push(text.slice(from));
  const startOf = (offset: number): number => {
    const change = lastAtOrBefore(changes, offset);
    if (change === undefined) return offset;
    return offset < change.end ? change.givenStart : offset - change.end + change.givenEnd;
  };
  /** The range for the character at an offset: a replacement covers the range of its original. */
  const endOf = (offset: number): number => {
    const change = lastAtOrBefore(changes, offset);
    return change !== undefined && offset < change.end ? change.givenEnd : startOf(offset) + 1;
  };
  return {
    text: pieces.join(''),
    count: changes.length,
    first: first.givenStart,
    // The last character is looked up, so that omitted text behind it is not part of the range.
    given: ({ start, end }) => ({ start: startOf(start), end: end > start ? endOf(end - 1) : startOf(start) }),
  };
}

/** The replacement, and the range that it replaces. */
interface Change extends TextRange {
  readonly givenStart: number;
  readonly givenEnd: number;
}

const lastAtOrBefore = (changes: readonly Change[], offset: number): Change | undefined =>
  changes[countLeading(changes.length, (at) => (changes[at]?.start ?? 0) <= offset) - 1];
