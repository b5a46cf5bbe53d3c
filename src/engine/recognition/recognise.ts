import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from '../readers/document.ts';
import { claimantOf } from './claimant-of.ts';
import { exchangeRows } from './exchange-rows.ts';
import { recordedExchanges } from './recorded-exchanges.ts';
import { heldInRows } from './held-in-rows.ts';
import type { Importer } from '../importing/importer.ts';
import { importerOf } from './importer-of.ts';
import { keyedRecordings } from './keyed-recordings.ts';
import { knownAmong } from './known-among.ts';
import { loneLine } from './lone-line.ts';
import { chats, isSettled, outright, rankOf, type Recognised } from './outright.ts';
import { printedInRows } from './printed-in-rows.ts';
import { respelled } from './respelled.ts';
import { withOpenedMessages } from './opened-messages.ts';
import { tableRows } from './table-rows.ts';

/** Logs may be nested: a container writes lines into records, and their texts may be records of the program's own log. */
const maxDepth = 3;

/**
 * Finds the importer of a document: one that claims it as it is, then a remembered mapping that fits. For an unknown log it looks into
 * the records' fields and the text printed into them.
 */
export function recognise(
  document: Document,
  remembered: readonly Importer[] = [],
  depth = 0,
): Result<Recognised, Problem> {
  const found = outright(document);
  if (isSettled(found)) return found;
  const fitting = found.ok ? undefined : remembered.find((importer) => importer.claim(document) !== 'no');
  if (fitting !== undefined) return ok({ document, importer: fitting });
  return beyondOutright(document, found, depth) ?? found;
}

/** Tries a chat in other words, then the content of an unknown log. Undefined when `found` stays the best answer. */
function beyondOutright(
  document: Document,
  found: Result<Recognised, Problem>,
  depth: number,
): Result<Recognised, Problem> | undefined {
  const written = depth === 0 && !found.ok ? withOpenedMessages(document) : undefined;
  const inWritten = written && recognise(written, [], depth + 1);
  // The report compares the session with the decoded messages, not with the texts that held them.
  if (inWritten?.ok === true) {
    return ok({ ...inWritten.value, document: { ...inWritten.value.document, partOf: written ?? document } });
  }
  const exchanges = !found.ok || found.value.importer.id === 'openai-chat' ? exchangeRows(document) : undefined;
  const answered = exchanges && outright(respelled(exchanges) ?? exchanges);
  if (answered?.ok === true && chats.has(answered.value.importer.id)) return answered;
  const chat = respelled(document);
  const better = chat && (found.ok ? outright(chat) : recognisedAs(chat, depth));
  if (better?.ok === true && rankOf(better) >= leastRank(found)) return better;
  return found.ok ? undefined : withinLog(document, depth);
}

function recognisedAs(chat: Document, depth: number): Result<Recognised, Problem> {
  const found = outright(chat);
  return found.ok ? found : (withinLog(chat, depth) ?? found);
}

/** The least rank at which the rewritten chat replaces what was found. */
function leastRank(found: Result<Recognised, Problem>): number {
  if (!found.ok) return 1;
  return chats.has(found.value.importer.id) ? rankOf(found) : rankOf(found) + 1;
}

/** Searches an unrecognised document as a log. Undefined when nothing is found. */
function withinLog(document: Document, depth: number): Result<Recognised, Problem> | undefined {
  if (depth === maxDepth) return undefined;
  const line = depth === 0 ? loneLine(document) : undefined;
  const log = line && claimantOf(line);
  if (line !== undefined && log?.claim === 'certain') return ok({ document: line, importer: log.importer });
  const table = tableRows(document);
  const inTable = table && recognise(table, [], depth + 1);
  if (inTable?.ok === true && isSure(inTable.value.importer, inTable.value.document)) return inTable;
  for (const keyed of keyedRecordings(document)) {
    const found = importerOf(keyed);
    if (found.ok && isSure(found.value, keyed)) return ok({ document: keyed, importer: found.value });
  }
  const archived = recordedExchanges(document);
  for (const held of archived === undefined ? heldInRows(document) : [archived]) {
    const found = importerOf(held);
    if (found.ok && isSure(found.value, held)) return ok({ document: held, importer: found.value });
  }
  for (const printed of printedInRows(document)) {
    const found = recognise(printed, [], depth + 1);
    if (found.ok && isSure(found.value.importer, found.value.document)) return found;
  }
  const among = knownAmong(document);
  const known = among && importerOf(among);
  return among !== undefined && known?.ok === true ? ok({ document: among, importer: known.value }) : undefined;
}

/** A nested match must be at least *likely*; otherwise the surrounding log would be discarded. */
const isSure = (importer: Importer, document: Document): boolean => {
  const claim = importer.claim(document);
  return claim === 'certain' || claim === 'likely';
};
