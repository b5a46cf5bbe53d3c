import type { Document } from '../readers/document.ts';
import { claimSample } from './claim-sample.ts';
import type { Claim, Importer } from '../importing/importer.ts';
import { importers } from '../importers/registry.ts';

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
