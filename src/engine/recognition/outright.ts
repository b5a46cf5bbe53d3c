import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from '../readers/document.ts';
import { withoutGaps } from '../readers/gaps.ts';
import { claimantOf } from './claimant-of.ts';
import type { Importer } from '../importing/importer.ts';
import { importerOf } from './importer-of.ts';
import { surerAsLine } from './lone-line.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { formatPath } from '../model/path.ts';
import { isRecord, type Value } from '../model/value.ts';

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

/**
 * A cut-off document without its last, incomplete element: of a list, or of the list in a record's last field. Half a message may be
 * of no kind that its importer knows. Undefined for any other document.
 */
function withoutCutElement(document: Document): Document | undefined {
  const { value, notes, syntax, typeName } = document;
  // The reader of JSON Lines has already left out the incomplete line.
  if (syntax === 'jsonl' || !notes.some(({ code }) => code === 'reader/cut-off')) return undefined;
  const key = isRecord(value) ? Object.keys(value).at(-1) : undefined;
  const list = elementsOf(isRecord(value) ? (key === undefined ? null : (value[key] ?? null)) : value);
  if (list.length < 2) return undefined;
  const rest = list.slice(0, -1);
  const cut: Value = isRecord(value) && key !== undefined ? { ...value, [key]: rest } : rest;
  const place = formatPath([...(key === undefined ? [] : [key]), rest.length]);
  const message = 'The last element is incomplete and of no known kind, so it was left out.';
  return {
    ...document,
    value: cut,
    notes: [...notes, { severity: 'lost', code: 'import/cut-element', message, place }],
    typeName: (of) => typeName(of === cut && isRecord(value) ? value : of),
  };
}
