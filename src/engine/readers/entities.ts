import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from './document.ts';
import { ofGiven, problemOfGiven, rewritten } from './rewritten.ts';

/**
 * A text that was copied out of a page's source, its quotes escaped: `[{&quot;role&quot;: …`. Undefined for any other; one
 * that has such entities within its strings only is meant as it stands.
 */
export function withoutEntities(
  text: string,
  readInner: (text: string) => Result<Document, Problem>,
): Result<Document, Problem> | undefined {
  if (!isEscaped(text)) return undefined;
  const plain = rewritten(text, entity, characterOf);
  const read = readInner(plain.text);
  if (!read.ok) return err(problemOfGiven(text, plain, read.problem));
  const message = `The text was escaped for a web page: ${plain.count} entities were read as what they stand for.`;
  return ok(ofGiven(text, plain, read.value, 'reader/html-entity', message));
}

/** Behind a bracket stands an escaped quote, and no quote before it. */
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
