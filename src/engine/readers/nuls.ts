import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from './document.ts';
import { formatPosition, Lines } from './lines.ts';

/**
 * A text with NUL characters, such as a log that was cut while a program wrote to it, or a file after a crash: read
 * with spaces in their place, so that every place stays the same. Undefined when there are none, and for data that is
 * no text.
 */
export function withoutNuls(
  text: string,
  readInner: (text: string) => Result<Document, Problem>,
): Result<Document, never> | undefined {
  const first = text.indexOf('\u0000');
  if (first === -1) return undefined;
  const plain = text.replaceAll('\u0000', ' ');
  if (!/\S/.test(plain) || isBinary(plain)) return undefined;
  const read = readInner(plain);
  if (!read.ok) return undefined;
  const count = text.split('\u0000').length - 1;
  const note = {
    severity: 'repaired',
    code: 'reader/nul',
    message: `${count} NUL ${count === 1 ? 'character was' : 'characters were'} read as ${count === 1 ? 'a space' : 'spaces'}.`,
    place: formatPosition(new Lines(text).positionOf(first)),
  } as const;
  return ok({ ...read.value, text, notes: [note, ...read.value.notes] });
}

/**
 * Characters besides NUL that no text has: other control characters than white space and the escape of terminals, or
 * bytes that are not UTF-8.
 */
function isBinary(plain: string): boolean {
  const start = plain.search(/\S/);
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0001-\u0008\u000E-\u001A\u001C-\u001F\uFFFD]/.test(plain.slice(start, start + 1000));
}
