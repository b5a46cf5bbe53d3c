import { isRecord } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import type { Importer } from '../importing/importer.ts';
import { claimantOf } from './claimant-of.ts';

/** A record that nobody knows, as a log of which it is the only line: what is copied from a file of JSON Lines. */
export function loneLine(document: Document): Document | undefined {
  const { value } = document;
  if (!isRecord(value)) return undefined;
  return { ...document, value: [value], locate: ([at, ...path]) => document.locate(at === 0 ? path : []) };
}

/** A record that somebody could read, and somebody else surely as a line of a log. */
export function surerAsLine(
  document: Document,
): { readonly document: Document; readonly importer: Importer } | undefined {
  const line = loneLine(document);
  if (line === undefined || claimantOf(document)?.claim === 'certain') return undefined;
  const log = claimantOf(line);
  return log?.claim === 'certain' ? { document: line, importer: log.importer } : undefined;
}
