import type { TextRange } from '../engine/model/problem.ts';
import type { RawExcerpt } from '../worker/protocol.ts';

export interface RawLine {
  readonly number: number;
  /** Where the line begins in the excerpt. */
  readonly start: number;
  readonly parts: readonly RawPart[];
}

/** A stretch of a line that is the turn's own, or is not. */
export interface RawPart {
  readonly start: number;
  readonly text: string;
  readonly marked: boolean;
}

/** An excerpt line by line, each cut where parts of the turn's own text begin and end. */
export function linesOf({
  text,
  highlights,
  firstLine,
}: Pick<RawExcerpt, 'text' | 'highlights' | 'firstLine'>): readonly RawLine[] {
  const marks = highlights.toSorted((a, b) => a.start - b.start);
  let start = 0;
  return text.split('\n').map((line, index) => {
    const parts = partsOf(line, start, marks);
    const begins = start;
    start += line.length + 1;
    return { number: firstLine + index, start: begins, parts };
  });
}

function partsOf(line: string, start: number, marks: readonly TextRange[]): readonly RawPart[] {
  const parts: RawPart[] = [];
  let done = 0;
  const add = (to: number, marked: boolean) => {
    if (to > done) parts.push({ start: start + done, text: line.slice(done, to), marked });
    done = Math.max(done, to);
  };
  for (const mark of marks) {
    if (mark.start >= start + line.length || mark.end <= start) continue;
    add(clamp(mark.start - start, line.length), false);
    add(clamp(mark.end - start, line.length), true);
  }
  add(line.length, false);
  return parts;
}

const clamp = (offset: number, length: number) => Math.max(0, Math.min(length, offset));

/** The line and the column at which a caret stands, in a list whose items each have a `code` with the line's text. */
export function offsetsIn(
  list: HTMLElement,
  { anchorNode, anchorOffset }: Pick<Selection, 'anchorNode' | 'anchorOffset'>,
  clicked: EventTarget,
): { readonly line: number; readonly column: number } | null {
  const within = anchorNode !== null && list.contains(anchorNode) ? anchorNode : clicked;
  const element = within instanceof Element ? within : within instanceof Node ? within.parentElement : null;
  const item = element?.closest('li');
  const code = item?.querySelector('code');
  if (item == null || code == null) return null;
  const line = [...list.children].indexOf(item);
  if (anchorNode === null || !code.contains(anchorNode)) return { line, column: 0 };
  const before = document.createRange();
  before.setStart(code, 0);
  before.setEnd(anchorNode, anchorOffset);
  return { line, column: before.toString().length };
}

const word = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"'{}[\](),:]+/g;

/**
 * Texts in quotes, whole, and what stands between brackets, commas and blanks: what one stops at when one walks a line.
 * Each part of it is read on its own: an excerpt may begin amid a text, with a quote that closes it.
 */
export const wordsOf = ({ start, parts }: RawLine): readonly TextRange[] =>
  parts.flatMap((part) =>
    [...part.text.matchAll(word)].map(({ index, 0: found }) => {
      const at = part.start - start + index;
      return { start: at, end: at + found.length };
    }),
  );

/** Selects a stretch of an element's text, as a drag over it does. */
export function selectIn(element: Element, { start, end }: TextRange): Range {
  const range = document.createRange();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let done = 0;
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const length = text.textContent?.length ?? 0;
    if (start >= done && start < done + length) range.setStart(text, start - done);
    if (end > done && end <= done + length) range.setEnd(text, end - done);
    done += length;
  }
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  return range;
}
