import { err, ok, type Result } from '../../base/result.ts';
import type { Importer } from '../importing/importer.ts';
import { importers } from '../importers/registry.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { Problem } from '../model/problem.ts';
import { isList, isRecord, typeName, type ListValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { withoutGaps } from '../readers/gaps.ts';
import { claimOn, type Recognised } from './claims.ts';
import { areSessionFiles, eachElement, isMixed } from './each-element.ts';
import { exchangeRows } from './exchange-rows.ts';
import { heldInRows } from './held-in-rows.ts';
import { withOpenedMessages } from './opened-messages.ts';
import { Composer } from './parts.ts';
import { printedInRows } from './printed-in-rows.ts';
import { recordedExchanges } from './recorded-exchanges.ts';
import { respelled } from './respelled.ts';
import { keyedRecordings, knownAmong } from './side-by-side.ts';
import { isTableOfPeople, tableRows } from './table-rows.ts';

type Found = Result<Recognised, Problem>;

/** Logs may be nested: a container writes lines into records, and their texts may be records of the program's own log. */
const maxDepth = 3;

/**
 * Finds the importer of a document: one that claims it as it is, then a remembered mapping that fits. For an unknown log it looks into
 * the records' fields and the text printed into them.
 */
export function recognise(document: Document, remembered: readonly Importer[] = [], depth = 0): Found {
  const isOfPeople = isTableOfPeople(document);
  const found = isOfPeople ? err(unknownKind(document)) : recogniseDirectly(document);
  if (isSettled(found)) return found;
  const fitting = found.ok ? undefined : remembered.find((importer) => importer.claim(document) !== 'no');
  if (fitting !== undefined) return ok({ document, importer: fitting, claim: 'possible' });
  return (isOfPeople ? undefined : recogniseOtherwise(document, found, depth)) ?? found;
}

/** Recognises a document without searching inside a log's records. Missing list elements are skipped for the claims. */
function recogniseDirectly(document: Document): Found {
  const closed = withoutGaps(document);
  const given = closed === undefined || claimOn(document)?.importer.countsGaps === true ? document : closed;
  const whole = recogniseWhole(given);
  if (rankOf(whole) === ranks.certain) return whole;
  // YAML may end at a complete line of an incomplete element, which only shows if the whole is of no kind.
  const isCut = given.notes.some(({ code }) => code === 'reader/cut-off') || (given.syntax === 'yaml' && !whole.ok);
  const shorter = isCut ? withoutCutElement(given) : undefined;
  const complete = shorter && recogniseWhole(shorter);
  if (complete !== undefined && rankOf(complete) > Math.max(rankOf(whole), ranks.possible)) return complete;
  return whole.ok ? (asLine(given) ?? whole) : whole;
}

/** The importer that claims a document, or those that claim the elements of a list. */
export function recogniseWhole(document: Document): Found {
  const whole = areSessionFiles(document) ? undefined : claimOn(document);
  const isOne = whole !== undefined && whole.claim !== 'possible' && !isMixed(document, whole);
  const each = isOne ? undefined : eachElement(document);
  const found = each === undefined ? whole : { importer: each, claim: 'likely' as const };
  return found === undefined ? err(unknownKind(document)) : ok({ document, ...found });
}

/** Formats that other programs write with different words. Their importers would lose the parts under unknown words. */
const chats: ReadonlySet<string> = new Set(['openai-chat', 'anthropic-messages']);

const isChatFormat = (found: Found): boolean => found.ok && chats.has(found.value.importer.id);

/** Claimed with certainty, or element by element, by an importer whose format has no other spellings. */
const isSettled = (found: Found): boolean =>
  found.ok && !isChatFormat(found) && (found.value.claim === 'certain' || 'kind' in found.value.importer);

const ranks = { certain: 2, likely: 1, possible: 0, no: -1 } as const;

const rankOf = (found: Found): number => ranks[found.ok ? found.value.claim : 'no'];

/** A record that one importer certainly reads as the only line of its log: a line copied from a JSON Lines file. */
function asLine(document: Document): Found | undefined {
  const { value } = document;
  if (!isRecord(value)) return undefined;
  const composer = new Composer();
  const line = composer.document(document, composer.list([{ value, place: [] }]), []);
  const log = claimOn(line);
  return log?.claim === 'certain' ? ok({ document: line, ...log }) : undefined;
}

/** Tries a chat in other words, then the content of an unknown log. Undefined when `found` stays the best answer. */
function recogniseOtherwise(document: Document, found: Found, depth: number): Found | undefined {
  const written = depth === 0 && !found.ok ? withOpenedMessages(document) : undefined;
  const inWritten = written && recognise(written, [], depth + 1);
  // The report compares the session with the decoded messages, not with the texts that held them.
  if (inWritten?.ok === true) {
    return ok({ ...inWritten.value, document: { ...inWritten.value.document, partOf: written ?? document } });
  }
  const exchanges = !found.ok || found.value.importer.id === 'openai-chat' ? exchangeRows(document) : undefined;
  const answered = exchanges && recogniseDirectly(respelled(exchanges) ?? exchanges);
  if (answered !== undefined && isChatFormat(answered)) return answered;
  const chat = respelled(document);
  const better = chat && recogniseDirectly(chat);
  const inChat = chat === undefined || better?.ok === true || found.ok ? better : (withinLog(chat, depth) ?? better);
  if (inChat !== undefined && rankOf(inChat) >= leastRank(found)) {
    // A format with words of its own is read as it is written.
    const isOther = inChat !== better && !isChatFormat(inChat);
    const asWritten = isOther ? withinLog(document, depth) : undefined;
    return asWritten !== undefined && rankOf(asWritten) >= rankOf(inChat) ? asWritten : inChat;
  }
  return found.ok ? undefined : withinLog(document, depth);
}

/** The least rank at which the rewritten chat replaces what was found. */
function leastRank(found: Found): number {
  if (!found.ok) return ranks.likely;
  return isChatFormat(found) ? rankOf(found) : rankOf(found) + 1;
}

/** Searches an unrecognised document as a log. Undefined when nothing is found. */
function withinLog(document: Document, depth: number): Found | undefined {
  if (depth === maxDepth) return undefined;
  const line = depth === 0 ? asLine(document) : undefined;
  if (line !== undefined) return line;
  for (const found of foundInLog(document, depth)) {
    // A nested match must be at least *likely*; otherwise the surrounding log would be discarded.
    if (rankOf(found) >= ranks.likely) return found;
  }
  const among = knownAmong(document);
  const known = among && recogniseWhole(among);
  return known?.ok === true ? known : undefined;
}

function* foundInLog(document: Document, depth: number): Generator<Found> {
  const table = tableRows(document);
  if (table !== undefined) yield recognise(table, [], depth + 1);
  for (const keyed of keyedRecordings(document)) yield recogniseWhole(keyed);
  const archived = recordedExchanges(document);
  for (const held of archived === undefined ? heldInRows(document) : [archived]) yield recogniseWhole(held);
  for (const printed of printedInRows(document)) yield recognise(printed, [], depth + 1);
}

/**
 * A cut-off document without its last, incomplete element: of a list, or of the list in a record's last field, at any depth. Half a
 * message may be of no kind that its importer knows. Undefined where it does not end in a list.
 */
function withoutCutElement(document: Document): Document | undefined {
  const { value, notes, syntax } = document;
  // The reader of JSON Lines has already left out the incomplete line.
  if (syntax === 'jsonl') return undefined;
  const originals = new Map<object, object>();
  const cut = withoutLast(value, originals);
  if (cut === undefined) return undefined;
  const message = 'The last element is incomplete and of no known kind, so it was left out.';
  return {
    ...document,
    value: cut.value,
    notes: [...notes, { severity: 'lost', code: 'import/cut-element', message, place: formatPath(cut.place) }],
    typeName: (of) => document.typeName(originals.get(of) ?? of),
  };
}

function withoutLast(
  value: Value,
  originals: Map<object, object>,
): { readonly value: Value; readonly place: Path } | undefined {
  if (isList(value))
    return value.length === 0 ? undefined : { value: [...value].slice(0, -1), place: [value.length - 1] };
  const [key, last] = isRecord(value) ? (Object.entries(value).at(-1) ?? []) : [];
  const inner = last === undefined ? undefined : withoutLast(last, originals);
  if (key === undefined || inner === undefined || !isRecord(value)) return undefined;
  const cut = { ...value, [key]: inner.value };
  originals.set(cut, value);
  return { value: cut, place: [key, ...inner.place] };
}

/** A part that the reader left out may be the reason, so the message mentions it. */
function unknownKind({ value, notes }: Document): Problem {
  const [lost] = notes.filter(({ severity }) => severity === 'lost');
  const incomplete = lost === undefined ? '' : ` ${lost.message}`;
  return {
    code: 'import/unknown-kind',
    message: `Format not recognised: ${described(value)}.${incomplete} ${importers.length} formats can be read (docs/formats.md). For any other, map its fields.`,
  };
}

/** A description that the user can compare with the file. */
function described(value: Value): string {
  if (isList(value)) return describedList(value);
  if (value === null) return 'it is null';
  if (!isRecord(value)) return `it is a single value of type ${typeName(value)}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'it is an empty record' : `it is a record with ${listed(keys)}`;
}

function describedList(list: ListValue): string {
  const [first] = list;
  if (first === undefined) return 'it is an empty list';
  const element = isRecord(first) ? `a record with ${listed(Object.keys(first))}` : `of type ${typeName(first)}`;
  return `it is a list of ${list.length}, whose first element is ${element}`;
}

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, 8).map((key) => `“${key.slice(0, 40)}”`);
  return `${shown.join(', ')}${keys.length > shown.length ? `, … (${keys.length} keys)` : ''}`;
}
