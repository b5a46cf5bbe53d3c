import type { TextRange } from '../../engine/model/problem.ts';

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

const reach = 160;

/** A little text around a fault. At the very end of the text the fault is shown as `⏎`, because nothing is there. */
export function excerptAround(text: string, { start, end }: TextRange) {
  const from = Math.max(0, start - reach);
  const to = Math.max(end, start + 1);
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, start)}`,
    at: text.slice(start, Math.min(to, start + reach)) || '⏎',
    after: `${text.slice(to, to + reach)}${to + reach < text.length ? '…' : ''}`,
  };
}
