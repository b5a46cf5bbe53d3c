import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from '../readers/document.ts';
import { withoutGaps } from '../readers/gaps.ts';
import { claimantOf } from './claimant-of.ts';
import type { Importer } from '../importing/importer.ts';
import { importerOf } from './importer-of.ts';
import { surerAsLine } from './lone-line.ts';
import { withoutCutElement } from './without-cut-element.ts';

export interface Recognised {
  /** The whole document, or the part found in the records of a log. */
  readonly document: Document;
  readonly importer: Importer;
}

/** Recognises a document without searching inside a log's records. Missing list elements are skipped for the claims. */
export function outright(document: Document): Result<Recognised, Problem> {
  const closed = withoutGaps(document);
  const given = closed === undefined || claimantOf(document)?.importer.countsGaps === true ? document : closed;
  const shorter = withoutCutElement(given);
  const whole = shorter !== undefined && !isSure(given) && isSure(shorter) ? shorter : given;
  const found = importerOf(whole);
  return found.ok ? ok(surerAsLine(whole) ?? { document: whole, importer: found.value }) : found;
}

/** Whether one importer claims it with certainty, as one recording or as several of one format. */
function isSure(document: Document): boolean {
  const owner = claimantOf(document);
  const found = importerOf(document);
  return owner?.claim === 'certain' && found.ok && found.value === owner.importer;
}

/** Formats that other programs write with different words. Their importers would lose the parts under unknown words. */
export const chats: ReadonlySet<string> = new Set(['openai-chat', 'anthropic-messages']);

/** Claimed with certainty, or element by element, by an importer whose format has no other spellings. */
export function isSettled(found: Result<Recognised, Problem>): boolean {
  if (!found.ok || chats.has(found.value.importer.id)) return false;
  return rankOf(found) === ranks.certain || 'kind' in found.value.importer;
}

const ranks = { certain: 2, likely: 1, possible: 0, no: -1 } as const;

export const rankOf = (found: Result<Recognised, Problem>): number =>
  found.ok ? ranks[found.value.importer.claim(found.value.document)] : ranks.no;
