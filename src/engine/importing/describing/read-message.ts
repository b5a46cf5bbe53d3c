import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { spokenBy, withTextsJoined, type Part } from '../content/content.ts';
import type { NormalizedMessage } from '../messages/normalized-message.ts';
import type { Field, MessageKind, MessageReading, Spot } from './chat-reading.ts';
import { endBy, kindBy, placeBy, textBy, timeBy, tokensBy } from './fields.ts';
import {
  addCalls,
  addItems,
  addResults,
  addText,
  hasResults,
  isEmpty,
  nothing,
  say,
  type Found,
} from './read-items.ts';
import { findAt, fits, type Shape, type Where } from '../values/where.ts';
import { noteReasoning, noteUnreadMessage, noteUnreadResult } from '../notes.ts';
import type { Placed } from '../values/elements.ts';

/** One entry of the list of turns. */
export function readMessage(
  { value, place }: Placed,
  shapes: readonly Shape[],
  readings: readonly MessageReading[],
  spot: Spot,
): readonly NormalizedMessage[] {
  const isRead = (one: Value, { shape }: MessageReading) =>
    shape === undefined ? shapes.some((any) => fits(one, any)) : fits(one, shape);
  const reading = readings.find((one) => isRead(value, one));
  const kind = reading && isRecord(value) ? kindOf(reading, value, spot) : undefined;
  if (reading === undefined || kind === undefined || !isRecord(value)) {
    noteUnreadMessage(place, spot.report);
    return [];
  }
  const asked = kind === 'skip' ? [] : askedIn(reading, value, spot);
  const isPiece = (one: Value): one is RecordValue => isRead(one, reading);
  const read =
    reading.joins !== undefined ? joined(reading, kind, value, spot, isPiece) : normalized(reading, kind, value, spot);
  const messages = [...asked, ...read];
  return messages.flatMap((message) => reading.finish?.(message, value, spot) ?? [message]);
}

/** A question that is in the same entry as its answer. */
function askedIn({ asked, time }: MessageReading, message: RecordValue, spot: Spot): readonly NormalizedMessage[] {
  const { place } = spot;
  const found = nothing(place);
  addText(asked, message, spot, found);
  const { parts } = found;
  if (parts.length === 0) return [];
  const at = timeBy(time, message, spot);
  return [{ role: 'user', parts, at, place: asked === undefined ? place : placeBy(asked, message, spot) }];
}

const kindOf = ({ kind }: MessageReading, message: RecordValue, spot: Spot) =>
  typeof kind === 'function' ? kind(message, spot) : kindBy(kind, message);

/** A message in several entries: a later one completes the facts of those before it. */
function joined(
  reading: MessageReading,
  kind: MessageKind,
  head: RecordValue,
  spot: Spot,
  isPiece: (value: Value) => value is RecordValue,
): readonly NormalizedMessage[] {
  let thought: Path | undefined;
  const pieces = [{ value: head, place: spot.place }, ...spot.more].flatMap(({ value, place }) => {
    if (!isPiece(value)) {
      noteUnreadMessage(place, spot.report);
      return [];
    }
    if (findAt(value, reading.reasoning, (one) => one !== '') !== undefined) thought ??= place;
    return normalized({ ...reading, reasoning: [] }, kind, value, { ...spot, place, more: [] });
  });
  const [first, ...rest] = pieces;
  if (first === undefined) return [];
  if (thought !== undefined) noteReasoning(thought, spot.report);
  const latest = <Key extends 'tokens' | 'ended' | 'model' | 'at' | 'tookMs'>(key: Key) =>
    pieces.findLast((piece) => piece[key] !== undefined)?.[key];
  const parts = pieces.flatMap((piece) => piece.parts);
  const message = {
    ...first,
    parts: reading.joins === 'pieces' ? withTextsJoined(parts) : parts,
    calls: pieces.flatMap(({ calls = [] }) => calls),
    unread: pieces.reduce((sum, { unread = 0 }) => sum + unread, 0),
    isReasoning: thought !== undefined,
    ended: latest('ended'),
    tokens: latest('tokens'),
    model: latest('model'),
    at: latest('at'),
    tookMs: latest('tookMs'),
    alsoAt: rest.map(({ place }) => place),
  };
  return [message];
}

function normalized(
  reading: MessageReading,
  kind: MessageKind,
  message: RecordValue,
  spot: Spot,
): readonly NormalizedMessage[] {
  const { place, report } = spot;
  if (kind === 'system') return [{ role: 'system', parts: [], place }];
  if (kind === 'skip') {
    reading.skipped?.(place, report);
    return [];
  }
  const [found, ...later] = contentOf(reading, kind, message, spot);
  // A message whose items were all intentionally left out has no content.
  if (found === undefined || (found.skipped > 0 && isEmpty(found))) return [];
  const at = timeBy(reading.time, message, spot);
  const { results } = found;
  // A copy of the result as text may be beside it.
  if (kind === 'result' && results.length === 0 && found.parts.length > 0) noteUnreadResult(place, report);
  if (kind === 'result') return [{ role: 'results', parts: [], results, at, place }];
  if (kind === 'call') return [{ role: 'calls', parts: [], calls: found.calls, results, at, place }];
  const speaker = textBy(reading.speaker, message, spot);
  const named = (parts: readonly Part[]) =>
    speaker === undefined ? parts : parts.map((part) => spokenBy(part, speaker));
  if (kind === 'input') return [{ role: 'user', parts: named(found.parts), results, at, place }];
  const model = textBy(reading.model, message, spot);
  const tokens = tokensBy(reading.tokens, message, spot) ?? found.tokens;
  const ended = endBy(reading.end, message, spot) ?? found.ended;
  const answers = [found, ...later];
  const haveOwnTokens = later.length > 0 && answers.some((one) => one.tokens !== undefined);
  // Otherwise the counts and the end are those of all answers: the last one has them.
  const shareOf = (index: number) => {
    const isLast = index === later.length;
    return {
      tokens: isLast ? tokens : tokens && { prompt: 0, completion: 0 },
      ended: isLast ? ended : undefined,
      ...(index === 0 && { at, tookMs: tookBy(reading.tookMs, message, spot) }),
    };
  };
  return answers.map((one, index) => ({
    ...answerOf(one),
    parts: named(one.parts),
    model,
    ...(haveOwnTokens ? { tokens: one.tokens, ended: one.ended, at } : shareOf(index)),
  }));
}

/** A message with only the results of earlier calls is not an answer. */
const answerOf = (found: Found): NormalizedMessage => {
  const { parts, calls, unread, results, isReasoning, thinking, place } = found;
  const isResults = results.length > 0 && parts.length + calls.length + unread === 0 && !isReasoning;
  return { role: isResults ? 'results' : 'assistant', parts, calls, unread, results, isReasoning, thinking, place };
};

/** The content of a message; several entries if it contains several answers. */
function contentOf(
  reading: MessageReading,
  kind: 'input' | 'llm' | 'call' | 'result',
  message: RecordValue,
  spot: Spot,
): readonly Found[] {
  const { place, report } = spot;
  const found = nothing(place);
  const all = [found];
  if (reading.items !== undefined) addItems(reading.items, message, spot, all, kind === 'llm');
  if (kind !== 'result') {
    // The text of a result is its content.
    addText(reading.text, message, spot, lastOf(all, reading, spot, message));
    if (isEmpty(found)) addText(reading.orText, message, spot, found);
    say(reading.parts?.(message, spot) ?? [], found);
  }
  const list = reading.results?.list;
  const isBeside = list === undefined ? kind === 'call' : isSame(list, reading.calls?.list);
  if ((kind === 'llm' || kind === 'call') && reading.calls !== undefined) {
    addCalls(reading.calls, message, spot, found, isBeside ? reading.results : undefined);
  }
  if (reading.results !== undefined && !isBeside && (kind === 'result' || reading.results.list !== undefined)) {
    addResults(reading.results, message, spot, found);
  }
  const thought = findAt(message, reading.reasoning, (one) => one !== '');
  if (thought !== undefined) {
    found.isReasoning = true;
    if (typeof thought.value === 'string') found.thinking = thought.value;
    noteReasoning([...place, ...thought.path], report);
  }
  return all;
}

/** The owner of the text: the message, or the last of its answers. */
function lastOf(all: Found[], { items, text }: MessageReading, spot: Spot, message: RecordValue): Found {
  const last = all.at(-1) ?? nothing(spot.place);
  if (items?.areAnswers !== true || text === undefined || !hasResults(last)) return last;
  const next = nothing(placeBy(text, message, spot));
  all.push(next);
  return next;
}

const isSame = (one: Where, other: Field<readonly Value[]> | undefined): boolean => String(one) === String(other);

function tookBy(field: Field<number> | undefined, message: RecordValue, spot: Spot): number | undefined {
  if (typeof field === 'function') return field(message, spot);
  const took = findAt(message, field, (one) => typeof one === 'number')?.value;
  return typeof took === 'number' ? took : undefined;
}
