import type { Document } from '../document.ts';
import { json } from '../json/index.ts';
import { python } from '../python/index.ts';
import type { LogRecord } from './records.ts';

/** A value at the end of a message, with its own document. */
export interface Printed {
  readonly document: Document;
  /** Its offset in the log. */
  readonly start: number;
}

/** A bracket alone may be written by a person; one with a key or another bracket behind it begins a value. */
const opening = /[[{]\s*(?=["'{[])|\{\}$/;

/** A value that needs repairs, or is followed by words, stays a part of the message. */
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
