import { isRecord } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import type { Importer } from '../importing/importer.ts';
import { claimantOf } from './claimant-of.ts';

/** A record that is not recognised, as the only line of a log: a line copied from a JSON Lines file. */
export function loneLine(document: Document): Document | undefined {
  const { value } = document;
  if (!isRecord(value)) return undefined;
  return { ...document, value: [value], locate: ([at, ...path]) => document.locate(at === 0 ? path : []) };
}

/** A record that one importer might read, and another certainly reads as a line of its log. */
export function surerAsLine(
  document: Document,
): { readonly document: Document; readonly importer: Importer } | undefined {
  const line = loneLine(document);
  if (line === undefined || claimantOf(document)?.claim === 'certain') return undefined;
  const log = claimantOf(line);
  return log?.claim === 'certain' ? { document: line, importer: log.importer } : undefined;
}
