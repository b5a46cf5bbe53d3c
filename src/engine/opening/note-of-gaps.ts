import { countLeading } from '../../base/scan.ts';
import type { Sources } from '../importing/importer.ts';
import type { History, TurnIndex } from '../model/history.ts';
import { maxPlaces, type Note, type TextRange } from '../model/problem.ts';
import type { Document, Gap } from '../readers/document.ts';
import { gapsIn } from '../readers/gaps.ts';
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
  const all = [...byList(gaps).values()].flatMap((ofList) => turnsAfter(ofList, places));
  const found = session.isOnly ? all : all.filter(({ turn }) => turn > 0 && turn < session.history.turns.length);
  return found.toSorted((one, other) => one.mark.start - other.mark.start);
}

interface Place {
  readonly turn: TurnIndex;
  readonly start: number;
}

function byList(gaps: readonly Gap[]): ReadonlyMap<number, readonly Gap[]> {
  const lists = new Map<number, Gap[]>();
  for (const gap of gaps) {
    const others = lists.get(gap.list.start);
    if (others === undefined) lists.set(gap.list.start, [gap]);
    else others.push(gap);
  }
  return lists;
}

/**
 * Finds the turns for the gaps in one list; `places` are in the order of the text. The list may be stored newest first:
 * then the elements before a gap came after it.
 */
function turnsAfter(gaps: readonly Gap[], places: readonly Place[]): readonly Missing[] {
  const list = gaps[0]?.list;
  const own = list === undefined ? [] : places.slice(firstFrom(places, list.start + 1), firstFrom(places, list.end));
  const [top, bottom] = [own[0], own.at(-1)];
  if (top === undefined || bottom === undefined) return [];
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
