import type { Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from './document.ts';
import { asGiven, rewritten } from './rewritten.ts';

/**
 * A text copied from a page's source, with escaped quotes: `[{&quot;role&quot;: …`. Undefined for any other text; one
 * with such entities only within its strings is kept unchanged.
 */
export function withoutEntities(
  text: string,
  readInner: (text: string) => Result<Document, Problem>,
): Result<Document, Problem> | undefined {
  if (!isEscaped(text)) return undefined;
  const plain = rewritten(text, entity, characterOf);
  const message = `The text was escaped for a web page: ${plain.count} entities were read as their characters.`;
  return asGiven(text, plain, readInner(plain.text), 'reader/html-entity', message);
}

/** A bracket is followed by an escaped quote, and no plain quote comes before it. */
const isEscaped = (text: string): boolean => {
  const [start = ''] = text.slice(0, 4000).split(/['"]/, 1);
  return /[[{(=]\s{0,200}&(?:amp;)?(?:quot|apos|#0{0,9}3[49]|#x0{0,9}2[27]);/i.test(start);
};

export const entity = /&(?:quot|apos|amp|lt|gt|nbsp|#\d{1,7}|#x[0-9a-f]{1,6});/gi;

export function characterOf(written: string): string {
  const name = written.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return named[name] ?? written;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0x10ffff ? written : String.fromCodePoint(code);
}

const named: { readonly [name: string]: string | undefined } = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
};
