import { countLeading } from '../../base/scan.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Path } from '../model/path.ts';
import type { TextRange } from '../model/problem.ts';
import { entry, isList, isRecord, type Value, valueAt } from '../model/value.ts';
import type { OpenSession } from './open-session.ts';
import type { Document } from '../readers/document.ts';

/**
 * Events after a turn that make no turn of their own, such as a tool's end, belong to it; of a long series the first
 * ones do. The same applies to the pieces of a text that was streamed in thousands.
 */
const mostEvents = 200;

/** All sources of a turn, its own event first: a call and its result may be apart. Ascending except for the first. */
export function rangesOfTurn(session: OpenSession, turn: TurnIndex): readonly TextRange[] {
  const { turns } = session.history;
  const event = turns[turn]?.event;
  if (event === undefined) return [];
  const next = turns.slice(turn + 1).find((later) => later.event !== event)?.event ?? session.sources.length;
  const other = rangeOf(session, next);
  const ranges: TextRange[] = [];
  const owners = turnsByPlace(session);
  for (let at = event; at < Math.min(next, event + mostEvents); at++) {
    for (const path of pathsAt(session, at).slice(0, mostEvents)) {
      // An artifact may come before the answer that it belongs to.
      if (at > event && owners.get(keyOf(path)) !== turn) continue;
      const range = session.document.locate(path);
      // The event that begins a delegated task holds all of its turns, so it is not a source of one of them.
      const holdsNext = range !== null && at > event && other !== null && isWithin(other, range);
      if (range === null || holdsNext || ranges.some((one) => isWithin(range, one))) continue;
      ranges.push(range);
    }
  }
  return ranges;
}

function rangeOf({ document, sources }: OpenSession, event: number): TextRange | null {
  const path = sources.at(event) ?? null;
  return path === null ? null : document.locate(path);
}

function pathsAt({ sources }: OpenSession, event: number): readonly Path[] {
  const path = sources.at(event) ?? null;
  return [...(path === null ? [] : [path]), ...(sources.also?.(event) ?? [])];
}

const isWithin = (inner: TextRange, outer: TextRange) => inner.start >= outer.start && inner.end <= outer.end;

const keyOf = (path: Path): string => JSON.stringify(path);

const known = new WeakMap<OpenSession, ReadonlyMap<string, TurnIndex>>();

function turnsByPlace(session: OpenSession): ReadonlyMap<string, TurnIndex> {
  const before = known.get(session);
  // A run grows under the same session; only a recording never changes.
  if (before !== undefined && session.calls === undefined) return before;
  const places = placesOf(session);
  known.set(session, places);
  return places;
}

/** The turn made from the text at an offset; of nested places the innermost. Null when there is none. */
export function turnAtOffset(session: OpenSession, offset: number): TurnIndex | null {
  const places = turnsByPlace(session);
  const path = placeAt(session.document, offset);
  for (let length = path.length; length >= 0; length--) {
    const turn = places.get(keyOf(path.slice(0, length)));
    if (turn !== undefined) return turn;
  }
  return null;
}

function placesOf(session: OpenSession): ReadonlyMap<string, TurnIndex> {
  const places = new Map<string, TurnIndex>();
  const { turns } = session.history;
  const claim = (turn: TurnIndex, paths: readonly Path[]) => {
    for (const path of paths) {
      const key = keyOf(path);
      if (!places.has(key)) places.set(key, turn);
    }
  };
  // The source of a turn belongs to that turn, even if it also holds the result of an earlier call.
  for (const [index, { event }] of turns.entries()) claim(index, pathsAt(session, event).slice(0, 1));
  for (const [index, { event }] of turns.entries()) claim(index, pathsAt(session, event));
  for (const [index, { event }] of turns.entries()) {
    const next = turns[index + 1]?.event ?? session.sources.length;
    for (let at = event + 1; at < next; at++) claim(index, pathsAt(session, at));
  }
  return places;
}

/** No importer finds turns deeper than this. */
const deepest = 64;

/** The path of the innermost value at an offset; the list or record itself between two of its elements. */
function placeAt(document: Document, offset: number): Path {
  const path: (string | number)[] = [];
  // A loop, because values may be nested a thousand deep.
  for (let here: Value | undefined = document.value; here !== undefined && path.length < deepest;) {
    const step = stepAt(here, path, offset, document);
    if (step === undefined) return path;
    path.push(step);
    here = valueAt(here, [step]);
  }
  return path;
}

function stepAt(value: Value, path: Path, offset: number, document: Document): string | number | undefined {
  const covers = (step: string | number) => {
    const range = document.locate([...path, step]);
    return range !== null && offset >= range.start && offset < range.end;
  };
  if (isList(value)) {
    // The last element that begins at or before the offset; elements of a list are in order.
    const isBefore = (at: number) => (document.locate([...path, at])?.start ?? Infinity) <= offset;
    const index = countLeading(value.length, isBefore) - 1;
    return index >= 0 && covers(index) ? index : undefined;
  }
  if (!isRecord(value)) return undefined;
  // From the last: a log record has its message as a text, and after it the value printed in that message.
  return Object.keys(value).findLast((key) => entry(value, key) !== undefined && covers(key));
}
