import { isRecord } from '../model/value.ts';
import type { Document } from '../readers/document.ts';

/** A record that nobody knows, as a log of which it is the only line: what is copied from a file of JSON Lines. */
export function loneLine(document: Document): Document | undefined {
  const { value } = document;
  if (!isRecord(value)) return undefined;
  return { ...document, value: [value], locate: ([at, ...path]) => document.locate(at === 0 ? path : []) };
}
