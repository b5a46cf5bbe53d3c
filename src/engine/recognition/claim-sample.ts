import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';

/** More than anybody has before the first entry that tells what a file is. */
const enough = 1000;

/**
 * What claims are made on: the document with the first entries of a long list, and of the long lists of a record. Dozens
 * of importers look, and none of them should walk a million lines to find that they are another's.
 */
export function claimSample(document: Document): Document {
  const { value, typeName } = document;
  const cut = shortened(value) ?? (isRecord(value) ? withShortLists(value) : undefined);
  if (cut === undefined) return document;
  // The record that was cut is still what the text calls it.
  return { ...document, value: cut, typeName: (of) => typeName(of === cut && isRecord(value) ? value : of) };
}

function withShortLists(record: RecordValue): RecordValue | undefined {
  const short = Object.entries(record).flatMap(([key, list]) => {
    const cut = shortened(list);
    return cut === undefined ? [] : [[key, cut] as const];
  });
  return short.length === 0 ? undefined : { ...record, ...Object.fromEntries(short) };
}

/** Undefined for what is short enough, or no list. */
function shortened(value: Value): readonly Value[] | undefined {
  if (!Array.isArray(value) || value.length <= enough) return undefined;
  return (value as readonly Value[]).slice(0, enough); // narrowed to any[]
}
