import type { TextRange } from '../engine/model/problem.ts';
import type { RawExcerpt } from '../worker/protocol.ts';

export interface RawLine {
  readonly number: number;
  /** The line's offset in the excerpt. */
  readonly start: number;
  readonly parts: readonly RawPart[];
}

/** A part of a line, which belongs to the turn or not. */
export interface RawPart {
  readonly start: number;
  readonly text: string;
  readonly marked: boolean;
}

/** The lines of an excerpt, each cut where the turn's own text begins and ends. */
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

/** The line and column of a caret in a list whose items have a `code` element with the line's text. */
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
 * The words at which the arrow keys stop: quoted texts, and the parts between brackets, commas and blanks. Each part of
 * a line is split separately, because an excerpt may begin within a quoted text.
 */
export const wordsOf = ({ start, parts }: RawLine): readonly TextRange[] =>
  parts.flatMap((part) =>
    [...part.text.matchAll(word)].map(({ index, 0: found }) => {
      const at = part.start - start + index;
      return { start: at, end: at + found.length };
    }),
  );

/** Selects a range of an element's text, like dragging over it. */
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
