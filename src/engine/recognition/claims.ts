import type { Claim, Importer } from '../importing/importer.ts';
import { importers } from '../importers/registry.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';

/** The surest claim on a document. */
export interface Claimed {
  readonly importer: Importer;
  readonly claim: Exclude<Claim, 'no'>;
}

/** A document and the importer that claims it: the whole document, or the part found in the records of a log. */
export interface Recognised extends Claimed {
  readonly document: Document;
}

/** A claim depends on a value, its class names and its syntax, so it is made once for each value, whichever document holds it. */
const claims = new WeakMap<object, Claimed | null>();

/** The surest claim of an importer. Between equal claims the registry's order decides. */
export function claimOn(document: Document): Claimed | undefined {
  const { value } = document;
  if (typeof value !== 'object' || value === null) return surest(document);
  const known = claims.get(value);
  if (known !== undefined) return known ?? undefined;
  const found = surest(document);
  claims.set(value, found ?? null);
  return found;
}

/** The importer of a document, unless its claim is only `possible`. */
export function ownerOf(document: Document): Importer | undefined {
  const found = claimOn(document);
  return found === undefined || found.claim === 'possible' ? undefined : found.importer;
}

function surest(document: Document): Claimed | undefined {
  const first = new Map<Claim, Importer>();
  const sample = claimSample(document);
  for (const importer of importers) {
    const claim = importer.claim(sample);
    if (claim === 'certain') return { importer, claim };
    if (!first.has(claim)) first.set(claim, importer);
  }
  for (const claim of ['likely', 'possible'] as const) {
    const importer = first.get(claim);
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
  if (isLong(value)) return { ...document, value: elementsOf(value).slice(0, enough) };
  if (!isRecord(value) || !Object.values(value).some(isLong)) return document;
  const short = Object.entries(value).map(([key, held]): readonly [string, Value] => [
    key,
    isLong(held) ? elementsOf(held).slice(0, enough) : held,
  ]);
  const cut: RecordValue = Object.fromEntries(short);
  // The shortened record keeps its class name.
  return { ...document, value: cut, typeName: (of) => typeName(of === cut ? value : of) };
}

const isLong = (value: Value): boolean => elementsOf(value).length > enough;
