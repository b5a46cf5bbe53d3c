import type { Document } from '../readers/document.ts';
import type { Claim, Importer } from '../importing/importer.ts';
import { importers } from '../importers/registry.ts';
import { isRecord, type RecordValue, type Value } from '../model/value.ts';

interface Claimant {
  readonly importer: Importer;
  readonly claim: Exclude<Claim, 'no'>;
}

/** Several callers need the claims of one document, and each answer takes dozens of importers. */
const answers = new WeakMap<Document, Claimant | null>();

/** The importer with the surest claim. Between equal claims the registry's order decides. */
export function claimantOf(document: Document): Claimant | undefined {
  const known = answers.get(document);
  if (known !== undefined) return known ?? undefined;
  const found = surest(document);
  answers.set(document, found ?? null);
  return found;
}

/** The importer of a document, unless its claim is only `possible`. */
export function ownerOf(document: Document): Importer | undefined {
  const found = claimantOf(document);
  return found === undefined || found.claim === 'possible' ? undefined : found.importer;
}

function surest(document: Document): Claimant | undefined {
  const claims = new Map<Claim, Importer>();
  const sample = claimSample(document);
  for (const importer of importers) {
    const claim = importer.claim(sample);
    if (claim === 'certain') return { importer, claim };
    if (!claims.has(claim)) claims.set(claim, importer);
  }
  for (const claim of ['likely', 'possible'] as const) {
    const importer = claims.get(claim);
    if (importer !== undefined) return { importer, claim };
  }
  return undefined;
}

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
