import { oneLine } from '../../../model/label.ts';
import type { Path } from '../../../model/path.ts';
import { entry, isList, isMap, type Value } from '../../../model/value.ts';
import { preview } from '../../../cel/index.ts';
import { estimateItem } from '../estimate.ts';
import { field, roleOf, textOf, typeOf } from '../item.ts';
import type { ItemLog } from '../item-log.ts';
import { isUnrecorded } from '../view.ts';
import { arrivalsIn, type Arrival } from './arrival.ts';
import { contextChoices, contextPath, type ContextChoices } from './contexts.ts';
import { countBelow } from './collect-from-events.ts';
import { itemDetail, type ItemDetail } from './item-detail.ts';
import { itemKinds, kindOf, placesByKind, type ItemKind } from './item-kind.ts';
import { stateAtMoment, type NoeticMoment } from './noetic-moment.ts';

/** A query of an item log. */
export interface ItemsQuery {
  /** The context; null for the context of the turn. */
  readonly node: string | null;
  /** Only items of this kind; null for all. */
  readonly kind: ItemKind | null;
  /** Rows from `from` (inclusive) to `to` (exclusive), among the items of this kind. */
  readonly from: number;
  readonly to: number;
  /** The item to open, by its place in the log; `isWhole`: with its long texts in full. */
  readonly open: { readonly place: number; readonly isWhole: boolean } | null;
}

/** The item log of one context after a turn, oldest first. */
export interface LoggedItems {
  readonly choices: ContextChoices;
  readonly counts: { readonly [K in ItemKind]: number };
  /** The number of items of the requested kind. */
  readonly total: number;
  /** True if the recording has no log, so that the items are unknown. */
  readonly isUnrecorded: boolean;
  readonly rows: readonly LoggedItem[];
  /** The rows of the items that the turn appended: the first row and their number; null if there are none. */
  readonly here: { readonly from: number; readonly count: number } | null;
  /** The sum of the token estimates of all items in the log. */
  readonly tokens: number;
  readonly opened: ItemDetail | null;
}

export interface LoggedItem {
  /** Its place in the log, from 0. */
  readonly place: number;
  readonly path: Path | null;
  readonly kind: ItemKind;
  readonly type: string | null;
  readonly id: string | null;
  readonly status: string | null;
  readonly role: string | null;
  /** The item as one line of text. */
  readonly text: string;
  readonly arrival: Arrival;
  /** An estimate, a quarter of the characters of its JSON: real counts are not recorded per item. */
  readonly tokens: number;
}

const maxRows = 400;

export function loggedItems(at: NoeticMoment, query: ItemsQuery): LoggedItems {
  const { state } = stateAtMoment(at);
  const choices = contextChoices(at, state, query.node);
  const context = state.contexts.get(choices.node);
  const log = context?.log;
  if (context === undefined || log === undefined)
    return { choices, counts: noCounts, total: 0, isUnrecorded: false, rows: [], here: null, tokens: 0, opened: null };

  const path = contextPath(state, choices.node);
  const { arrivalOf, firstNew } = arrivalsIn(at, choices.node);
  const places = placesByKind(log);
  const ofKind = query.kind === null ? null : places[query.kind];
  const total = ofKind === null ? log.length : countBelow(ofKind, log.length);
  const firstNewRow = ofKind === null ? firstNew : Math.min(total, countBelow(ofKind, firstNew));
  const placeOf = (row: number) => (ofKind === null ? row : (ofKind[row] ?? 0));

  const rows: LoggedItem[] = [];
  const first = Math.max(0, query.from);
  for (let row = first; row < Math.min(query.to, total, first + maxRows); row++) {
    const place = placeOf(row);
    const item = log.at(place) ?? null;
    rows.push(rowOf(item, place, path === null ? null : [...path, 'itemLog', 'items', place], arrivalOf(place)));
  }
  return {
    choices,
    counts: countsOf(log),
    total,
    isUnrecorded: isUnrecorded(state, context, 'itemLog'),
    rows,
    // The new items are the last ones, because the state has no later items.
    here: total === firstNewRow ? null : { from: firstNewRow, count: total - firstNewRow },
    tokens: log.tokens,
    opened: openedIn(log, query.open),
  };
}

const noCounts = { message: 0, function_call: 0, function_call_output: 0, reasoning: 0, extension: 0 };

function countsOf(log: ItemLog): LoggedItems['counts'] {
  const places = placesByKind(log);
  const counts = { ...noCounts };
  for (const kind of itemKinds) counts[kind] = countBelow(places[kind], log.length);
  return counts;
}

function openedIn(log: ItemLog, open: ItemsQuery['open']): ItemDetail | null {
  const item = open === null ? undefined : log.at(open.place);
  return open === null || item === undefined ? null : itemDetail(item, open.place, open.isWhole);
}

const rowOf = (item: Value, place: number, path: Path | null, arrival: Arrival): LoggedItem => ({
  place,
  path,
  kind: kindOf(item),
  type: typeOf(item) ?? null,
  id: field(item, 'id') ?? null,
  status: field(item, 'status') ?? null,
  role: roleOf(item) ?? null,
  text: oneLine(lineOf(item)),
  arrival,
  tokens: estimateItem(item),
});

/** A short text for an item. */
function lineOf(item: Value): string {
  const textOfEntry = (name: string): string => asText(isMap(item) ? entry(item, name) : undefined);
  switch (kindOf(item)) {
    case 'message':
      return textOf(item) || textOfEntry('content');
    case 'function_call':
      return `${textOfEntry('name')}(${textOfEntry('arguments')})`;
    case 'function_call_output':
      return textOfEntry('output');
    case 'reasoning':
      return textOf(item) || summaryOf(item) || (field(item, 'encryptedContent') === undefined ? '' : 'encrypted');
    default:
      return textOfEntry('data') || preview(item, maxTextLength).text;
  }
}

const maxTextLength = 300;

function asText(value: Value | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : preview(value, maxTextLength).text;
}

function summaryOf(item: Value): string {
  const summary = isMap(item) ? entry(item, 'summary') : undefined;
  if (summary === undefined || !isList(summary)) return asText(summary);
  const texts: string[] = [];
  for (const part of summary) texts.push(field(part, 'text') ?? '');
  return texts.join(' ');
}
