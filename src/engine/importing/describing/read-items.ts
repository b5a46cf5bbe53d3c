import { below, type Path } from '../../model/path.ts';
import { isRecord, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { outcomeOf, type MessageResult } from '../messages/any-message-parts.ts';
import { readContent, type Part } from '../content/content.ts';
import { reasonIn } from '../content/reason-in.ts';
import { noteUnreadCall, noteUnreadPart, noteUnreadResult, noteReasoning } from '../notes.ts';
import type { RequestedCall } from '../transcript/call-matcher.ts';
import type { CallResult, RecordedTokens } from '../transcript/transcript.ts';
import { elementsOf, type Placed } from '../values/elements.ts';
import { openArguments } from '../values/json-text.ts';
import type { Calls, Field, ItemKind, Items, Results, Spot } from './chat-reading.ts';
import { idBy, kindBy, placeBy, textBy, timeBy, tokensBy, valueBy } from './fields.ts';
import { findAt, textAt } from '../values/where.ts';

/** The content found in a message, or in one of its answers. */
export interface Found {
  readonly place: Path;
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  readonly results: MessageResult[];
  unread: number;
  isReasoning: boolean;
  /** Its text, where it is readable. */
  thinking: string | undefined;
  tokens: RecordedTokens | undefined;
  ended: string | undefined;
  /** How many items were intentionally left out. */
  skipped: number;
}

export const nothing = (place: Path): Found => ({
  place,
  parts: [],
  calls: [],
  results: [],
  unread: 0,
  isReasoning: false,
  thinking: undefined,
  tokens: undefined,
  ended: undefined,
  skipped: 0,
});

/** Whether it has no content. */
export const isEmpty = (found: Found): boolean => found.parts.length + sizeOf(found) === 0 && !found.isReasoning;

/** The number of calls, also of those that could not be read, and results. */
const sizeOf = ({ calls, results, unread }: Found): number => calls.length + results.length + unread;

/** Some programs write a missing text as a part with an empty text. Does not use spread: a message may have a million parts. */
export function say(parts: readonly Part[], found: Found): void {
  for (const part of parts) if (part['text'] !== '') found.parts.push(part);
}

export function addText(field: Field<Value> | undefined, record: RecordValue, spot: Spot, found: Found): void {
  say(readContent(valueBy(field, record, spot), placeBy(field, record, spot), spot.report), found);
}

export function addItems(items: Items, message: RecordValue, spot: Spot, all: Found[], isAnswer: boolean): void {
  const held = typeof items.list === 'function' ? items.list(message, spot) : findAt(message, items.list)?.value;
  const place = placeBy(items.list, message, spot);
  let found = all[0] ?? nothing(spot.place);
  if (!Array.isArray(held)) {
    const isSaid = typeof held === 'string' || held instanceof Unknown || isRecord(held);
    if (isSaid) say(readContent(held, place, spot.report), found);
    return;
  }
  // Narrowed to any[]; every element is a Value.
  (held as readonly Value[]).forEach((item, index) => {
    const where = below(place, index);
    const here = { ...spot, place: where };
    const kind = itemKind(items, item, here);
    const isNext = items.areAnswers === true && isAnswer && hasResults(found) && kind !== 'result';
    if (isNext || (kind === 'answer' && !isEmpty(found))) {
      found = nothing(where);
      all.push(found);
    }
    addItem(items, kind, item, here, found);
  });
}

function itemKind({ kind }: Items, item: Value, spot: Spot) {
  if (item === null) return undefined;
  if (typeof kind !== 'function') return kindBy(kind, item);
  return isRecord(item) ? kind(item, spot) : undefined;
}

export const hasResults = ({ calls, results }: Found): boolean =>
  results.length > 0 || calls.some(({ result }) => result !== undefined);

function addItem(items: Items, kind: ItemKind | undefined, item: Value, spot: Spot, found: Found): void {
  const { place, report } = spot;
  const record = isRecord(item) ? item : {};
  switch (kind) {
    case undefined:
      return (items.unread ?? noteUnreadPart)(place, report);
    case 'text':
      return addText(items.text ?? 'text', record, spot, found);
    case 'content':
      return say(items.content?.(item, spot) ?? readContent(item, place, report), found);
    case 'call':
    case 'exchange':
    case 'result': {
      const before = sizeOf(found);
      const { calls, results } = items;
      if (kind === 'result' && results !== undefined) addResults(results, record, spot, found);
      if (kind !== 'result' && calls !== undefined)
        addCalls(calls, record, spot, found, kind === 'exchange' ? results : undefined);
      if (sizeOf(found) === before) noteUnreadPart(place, report);
      return;
    }
    case 'reasoning':
      found.isReasoning = true;
      return noteReasoning(place, report);
    case 'file': {
      const data = findAt(record, items.file?.data)?.value;
      const mimeType =
        textBy(items.file?.mimeType, record, spot) ?? items.file?.otherwise ?? 'application/octet-stream';
      // If the file is missing, the part stays as recorded.
      say(data === undefined ? readContent(item, place, report) : [{ mimeType, file: data }], found);
      return;
    }
    case 'answer':
      return;
    case 'tokens':
      found.tokens = tokensBy(items.tokens, record, spot) ?? found.tokens;
      found.ended = textAt(record, items.end) ?? found.ended;
      return;
    case 'skip':
      found.skipped++;
      items.skipped?.(place, report);
      return;
    default:
      return kind satisfies never;
  }
}

/** The records of a list, or the single record in its place, or the record itself. */
function elementsBy(list: Field<readonly Value[]> | undefined, record: RecordValue, spot: Spot): readonly Placed[] {
  const { place } = spot;
  if (list === undefined) return [{ value: record, place }];
  if (typeof list === 'function') return (list(record, spot) ?? []).map((value) => ({ value, place }));
  const found = findAt(record, list);
  if (found === undefined) return [];
  const where: Path = [...place, ...found.path];
  if (isRecord(found.value)) return Object.keys(found.value).length === 0 ? [] : [{ value: found.value, place: where }];
  return elementsOf(found.value).map((value, index) => ({ value, place: below(where, index) }));
}

/** `beside`: how to read the result that a call may have in its own record. */
export function addCalls(calls: Calls, record: RecordValue, spot: Spot, found: Found, beside?: Results): void {
  for (const { value, place } of elementsBy(calls.list, record, spot)) {
    const call = isRecord(value) ? value : {};
    const here = { ...spot, place };
    const name = textBy(calls.name, call, here) ?? (typeof calls.unnamed === 'string' ? calls.unnamed : undefined);
    if (name === undefined) {
      found.unread++;
      (typeof calls.unnamed === 'function' ? calls.unnamed : noteUnreadCall)(place, spot.report);
      continue;
    }
    const written = valueBy(calls.arguments, call, here);
    const input =
      written === undefined
        ? valueBy(calls.input, call, here)
        : openArguments(written, placeBy(calls.arguments, call, here), spot.report);
    const result = beside && resultBeside(beside, call, here);
    found.calls.push({ id: idBy(calls.id, call, here), name, input, place, result });
  }
}

export function addResults(results: Results, record: RecordValue, spot: Spot, found: Found): void {
  for (const { value, place } of elementsBy(results.list, record, spot)) {
    if (!isRecord(value)) {
      noteUnreadResult(place, spot.report);
      continue;
    }
    const here = { ...spot, place };
    if (endOf(results, value, here) === undefined) results.assumed?.(place, spot.report);
    const { repeats } = results;
    const repeated = textAt(value, repeats?.name);
    const copy =
      repeated === undefined ? undefined : { name: repeated, input: findAt(value, repeats?.arguments)?.value };
    const mark = {
      id: idBy(results.id, value, here),
      name: textBy(results.name, value, here) ?? repeated,
      copy,
      place,
    };
    const result = results.outcome?.(value, here) ?? resultOf(results, value, here);
    const isNothing = results.outcome === undefined && result.outcome === 'ok' && result.output === undefined;
    if (isNothing && mark.id === undefined && mark.name === undefined) {
      noteUnreadResult(place, spot.report);
      continue;
    }
    const at = timeBy(results.time, value, here);
    found.results.push({ mark, result: at === undefined ? result : { ...result, at } });
  }
}

/** The result in a call's own record, if there is one. */
function resultBeside(results: Results, call: RecordValue, spot: Spot): CallResult | undefined {
  const read = results.outcome?.(call, spot);
  if (read !== undefined) return read;
  const isThere = valueBy(results.content, call, spot) !== undefined || endOf(results, call, spot) !== undefined;
  if (!isThere) return undefined;
  if (endOf(results, call, spot) === undefined) results.assumed?.(spot.place, spot.report);
  return resultOf(results, call, spot);
}

/** The outcome in the flag of a result; undefined if there is none. */
function endOf({ flag, ends = {} }: Results, record: RecordValue, spot: Spot) {
  const ending = valueBy(flag, record, spot);
  if (ending === true) return 'failed';
  return typeof ending === 'string' && Object.hasOwn(ends, ending) ? ends[ending] : undefined;
}

function resultOf(results: Results, record: RecordValue, spot: Spot): CallResult {
  const end = endOf(results, record, spot);
  const value = valueBy(results.content, record, spot);
  const place = placeBy(results.content, record, spot);
  if (end !== 'blocked') return outcomeOf(value, end === 'failed', place, spot.report);
  const reason = value === undefined ? 'it was not executed, and the reason is not recorded' : reasonIn(value);
  return { outcome: 'blocked_before', output: undefined, reason };
}
