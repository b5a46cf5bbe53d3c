import { countLeading } from '../../base/scan.ts';
import type { Sources } from '../importing/importer.ts';
import type { History, TurnIndex } from '../model/history.ts';
import { maxPlaces, type Note, type TextRange } from '../model/problem.ts';
import type { Document, Gap } from '../readers/document.ts';
import { gapsIn } from '../readers/gaps.ts';
import { groupedBy } from '../importing/values/elements.ts';
import { formatPosition, type Lines } from '../readers/lines.ts';

/** The present state of a session that is being opened. */
interface Read {
  readonly document: Document;
  /** Range of its text. */
  readonly lines: Lines;
  readonly sources: Sources;
  readonly history: History;
  /** In a text with several sessions, a gap before the first turn or after the last may belong to another session. */
  readonly isOnly: boolean;
}

/**
 * A note about gaps between the turns of a recording (`[{…}, ..., {…}]`, or a line that cannot be read), with the
 * places of the text there. An omission in the middle of a turn belongs to that turn and is no gap. Undefined when the
 * text has none.
 */
export function noteOfGaps(read: Read): Note | undefined {
  const found = missingIn(read);
  const gaps = [...new Set(found.map(({ turn }) => turn))].toSorted((one, other) => one - other);
  const [first] = gaps;
  if (first === undefined) return undefined;
  const side = first === read.history.turns.length ? 'after the last turn' : `before turn ${first}`;
  const others = gaps.length === 1 ? '' : `, and at ${gaps.length - 1} further places`;
  const message = `Something is missing ${side}${others}: it was left out, or could not be read.`;
  const placeOf = ({ mark }: Missing) => formatPosition(read.lines.positionOf(mark.start));
  const [place, ...alsoAt] = found.slice(0, 1 + maxPlaces).map(placeOf);
  return {
    severity: 'lost',
    code: 'import/gap',
    message,
    ...(place !== undefined && { place }),
    ...(alsoAt.length > 0 && { alsoAt }),
    gaps,
  };
}

/** A gap, and the turn that follows it. */
interface Missing {
  readonly turn: TurnIndex;
  readonly mark: TextRange;
}

function missingIn(session: Read): readonly Missing[] {
  const gaps = gapsIn(session.document);
  if (gaps.length === 0) return [];
  const places = session.history.turns.flatMap(({ event }, turn) => {
    const path = session.sources.at(event) ?? null;
    const range = path === null ? null : session.document.locate(path);
    return range === null ? [] : [{ turn, start: range.start }];
  });
  places.sort((one, other) => one.start - other.start);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all = listsAround(session.document, first.start, last.start).flatMap((list) =>
    turnsAfter(list, places, session.isOnly),
  );
  const found = session.isOnly ? all : all.filter(({ turn }) => turn > 0 && turn < session.history.turns.length);
  return found.toSorted((one, other) => one.mark.start - other.mark.start);
}

interface Place {
  readonly turn: TurnIndex;
  readonly start: number;
}

/** A list with gaps, and the nearest one around it. */
interface GapList {
  readonly range: TextRange;
  readonly gaps: readonly Gap[];
  readonly outer: GapList | undefined;
}

const knownLists = new WeakMap<Document, readonly GapList[]>();

/** The lists with gaps, in the order of the text. A text may have thousands of lists and sessions: all share the answer. */
function listsIn(document: Document): readonly GapList[] {
  const known = knownLists.get(document);
  if (known !== undefined) return known;
  const lists: GapList[] = [];
  const byStart = groupedBy(gapsIn(document), ({ list }) => list.start);
  for (const [start, gaps] of [...byStart].toSorted(([one], [other]) => one - other)) {
    let outer = lists.at(-1);
    while (outer !== undefined && outer.range.end <= start) outer = outer.outer;
    lists.push({ range: gaps[0]?.list ?? { start, end: start }, gaps, outer });
  }
  knownLists.set(document, lists);
  return lists;
}

/** The lists that begin between two offsets of the text, and those around the first one. */
function listsAround(document: Document, first: number, last: number): readonly GapList[] {
  const lists = listsIn(document);
  const starting = (offset: number) => countLeading(lists.length, (at) => (lists[at]?.range.start ?? offset) < offset);
  const found = lists.slice(starting(first), starting(last));
  for (let around = lists[starting(first) - 1]; around !== undefined; around = around.outer) found.push(around);
  return found;
}

/**
 * Finds the turns for the gaps in one list; `places` are in the order of the text. The list may be stored newest first:
 * then the elements before a gap came after it. Of a text with several sessions, only the gaps between the places count.
 */
function turnsAfter({ range, gaps: all }: GapList, places: readonly Place[], isOnly: boolean): readonly Missing[] {
  const own = places.slice(firstFrom(places, range.start + 1), firstFrom(places, range.end));
  const [top, bottom] = [own[0], own.at(-1)];
  if (top === undefined || bottom === undefined) return [];
  const before = (offset: number) => countLeading(all.length, (at) => (all[at]?.mark.start ?? offset) < offset);
  const gaps = isOnly ? all : all.slice(before(top.start), before(bottom.start));
  const isNewestFirst = top.turn > bottom.turn;
  const oldestFirst = isNewestFirst ? own.toReversed() : own;
  const isLater = (offset: number, mark: number) => (isNewestFirst ? offset < mark : offset > mark);
  let turn = Math.max(top.turn, bottom.turn) + 1;
  let next = oldestFirst.length - 1;
  // One walk for all of them, from the last gap to the first: there may be as many gaps as turns.
  return (isNewestFirst ? gaps : gaps.toReversed()).map(({ mark }) => {
    for (; isLater(oldestFirst[next]?.start ?? NaN, mark.start); next--)
      turn = Math.min(turn, oldestFirst[next]?.turn ?? turn);
    return { turn, mark };
  });
}

/** The first place that begins at an offset or after it. */
const firstFrom = (places: readonly Place[], offset: number): number =>
  countLeading(places.length, (at) => (places[at]?.start ?? Infinity) < offset);
