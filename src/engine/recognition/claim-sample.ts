import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';

/** Every format shows what it is within this many entries. */
const enough = 1000;

/**
 * The document that importers see when they claim: long lists, also those of a record, are cut to their first entries. Dozens of
 * importers look at it, and none should walk a million lines of another format.
 */
export function claimSample(document: Document): Document {
  const { value, typeName } = document;
  const cut = shortened(value) ?? (isRecord(value) ? withShortLists(value) : undefined);
  if (cut === undefined) return document;
  // The shortened record keeps its class name.
  return { ...document, value: cut, typeName: (of) => typeName(of === cut && isRecord(value) ? value : of) };
}

function withShortLists(record: RecordValue): RecordValue | undefined {
  const short = Object.entries(record).flatMap(([key, list]) => {
    const cut = shortened(list);
    return cut === undefined ? [] : [[key, cut] as const];
  });
  return short.length === 0 ? undefined : { ...record, ...Object.fromEntries(short) };
}

/** Undefined for a short list and for anything else. */
function shortened(value: Value): readonly Value[] | undefined {
  if (!Array.isArray(value) || value.length <= enough) return undefined;
  return (value as readonly Value[]).slice(0, enough); // narrowed to any[]
}
