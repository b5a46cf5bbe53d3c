import type { RawExcerpt } from '../../worker/protocol.ts';

export interface RawLine {
  readonly number: number;
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** An excerpt line by line, each cut where the turn's own text begins and ends. */
export function linesOf({ text, highlight, firstLine }: RawExcerpt): readonly RawLine[] {
  const { start, end } = highlight ?? { start: 0, end: 0 };
  let at = 0;
  return text.split('\n').map((line, index) => {
    const from = clamp(start - at, line.length);
    const to = clamp(end - at, line.length);
    at += line.length + 1;
    return {
      number: firstLine + index,
      before: line.slice(0, from),
      marked: line.slice(from, to),
      after: line.slice(to),
    };
  });
}

const clamp = (offset: number, length: number) => Math.max(0, Math.min(length, offset));
