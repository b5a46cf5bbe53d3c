import type { Document } from '../document.ts';
import { json } from '../json/index.ts';
import { python } from '../python/index.ts';
import type { LogRecord } from './records.ts';

/** A value at the end of a message, with its own document. */
export interface Printed {
  readonly document: Document;
  /** Where it begins in the log. */
  readonly start: number;
}

/** A bracket alone may be a person’s; one with a key or another bracket behind it is a value’s. */
const opening = /[[{]\s*(?=["'{[])|\{\}$/;

/** A value that would have to be mended, or has words behind it, stays a part of the message. */
export function printedIn(text: string, { message }: LogRecord): Printed | undefined {
  const said = text.slice(message.start, message.end);
  const start = said.search(opening);
  if (start === -1) return undefined;
  const written = said.slice(start);
  for (const reader of [json, python]) {
    const read = reader.read(written);
    if (read.ok && read.value.notes.length === 0) return { document: read.value, start: message.start + start };
  }
  return undefined;
}
