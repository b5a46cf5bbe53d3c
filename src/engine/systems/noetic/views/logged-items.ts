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
import { countBelow } from './gathering.ts';
import { itemDetail, type ItemDetail } from './item-detail.ts';
import { itemKinds, kindOf, placesByKind, type ItemKind } from './item-kind.ts';
import { standing, type NoeticMoment } from './noetic-moment.ts';

/** What is asked of an item log. */
export interface AskedItems {
  /** The context; null for that of the turn. */
  readonly node: string | null;
  /** Only items of this kind; null for all. */
  readonly kind: ItemKind | null;
  /** Rows `from` up to, not with, `to`, of those of the kind. */
  readonly from: number;
  readonly to: number;
  /** The item to be opened, by its place in the log; `isWhole`: with all of its long texts. */
  readonly open: { readonly place: number; readonly isWhole: boolean } | null;
}

/** The item log of one context after a turn, oldest first. */
export interface LoggedItems {
  readonly choices: ContextChoices;
  readonly counts: { readonly [K in ItemKind]: number };
  /** Of the kind that was asked for. */
  readonly total: number;
  /** The recording has no log, so that nobody knows its items. */
  readonly isUnrecorded: boolean;
  readonly rows: readonly LoggedItem[];
  /** Rows of the items that the turn itself appended: the first, and how many; null for none. */
  readonly here: { readonly from: number; readonly count: number } | null;
  /** The estimates of all items of the log together. */
  readonly tokens: number;
  readonly opened: ItemDetail | null;
}

export interface LoggedItem {
  /** In the log, from 0. */
  readonly place: number;
  readonly path: Path | null;
  readonly kind: ItemKind;
  readonly type: string | null;
  readonly id: string | null;
  readonly status: string | null;
  readonly role: string | null;
  /** One line. */
  readonly text: string;
  readonly came: Arrival;
  /** A quarter of its JSON’s characters: nobody counted them. */
  readonly tokens: number;
}

const maxRows = 400;

export function loggedItems(at: NoeticMoment, asked: AskedItems): LoggedItems {
  const { state } = standing(at);
  const choices = contextChoices(at, state, asked.node);
  const context = state.contexts.get(choices.node);
  const log = context?.log;
  if (context === undefined || log === undefined)
    return { choices, counts: noCounts, total: 0, isUnrecorded: false, rows: [], here: null, tokens: 0, opened: null };

  const path = contextPath(state, choices.node);
  const { came, fresh } = arrivalsIn(at, choices.node);
  const places = placesByKind(log);
  const ofKind = asked.kind === null ? null : places[asked.kind];
  const total = ofKind === null ? log.length : countBelow(ofKind, log.length);
  const firstFresh = ofKind === null ? fresh : Math.min(total, countBelow(ofKind, fresh));
  const placeOf = (row: number) => (ofKind === null ? row : (ofKind[row] ?? 0));

  const rows: LoggedItem[] = [];
  const first = Math.max(0, asked.from);
  for (let row = first; row < Math.min(asked.to, total, first + maxRows); row++) {
    const place = placeOf(row);
    const item = log.at(place) ?? null;
    rows.push(rowOf(item, place, path === null ? null : [...path, 'itemLog', 'items', place], came(place)));
  }
  return {
    choices,
    counts: countsOf(log),
    total,
    isUnrecorded: isUnrecorded(state, context, 'itemLog'),
    rows,
    // They are the last ones, because later ones are not there yet.
    here: total === firstFresh ? null : { from: firstFresh, count: total - firstFresh },
    tokens: log.tokens,
    opened: openedIn(log, asked.open),
  };
}

const noCounts = { message: 0, function_call: 0, function_call_output: 0, reasoning: 0, extension: 0 };

function countsOf(log: ItemLog): LoggedItems['counts'] {
  const places = placesByKind(log);
  const counts = { ...noCounts };
  for (const kind of itemKinds) counts[kind] = countBelow(places[kind], log.length);
  return counts;
}

function openedIn(log: ItemLog, open: AskedItems['open']): ItemDetail | null {
  const item = open === null ? undefined : log.at(open.place);
  return open === null || item === undefined ? null : itemDetail(item, open.place, open.isWhole);
}

const rowOf = (item: Value, place: number, path: Path | null, came: Arrival): LoggedItem => ({
  place,
  path,
  kind: kindOf(item),
  type: typeOf(item) ?? null,
  id: field(item, 'id') ?? null,
  status: field(item, 'status') ?? null,
  role: roleOf(item) ?? null,
  text: oneLine(lineOf(item)),
  came,
  tokens: estimateItem(item),
});

/** What an item says, as one would tell it in passing. */
function lineOf(item: Value): string {
  const of = (name: string): string => spoken(isMap(item) ? entry(item, name) : undefined);
  switch (kindOf(item)) {
    case 'message':
      return textOf(item) || of('content');
    case 'function_call':
      return `${of('name')}(${of('arguments')})`;
    case 'function_call_output':
      return of('output');
    case 'reasoning':
      return textOf(item) || summaryOf(item) || (field(item, 'encryptedContent') === undefined ? '' : 'encrypted');
    default:
      return of('data') || preview(item, longest).text;
  }
}

const longest = 300;

function spoken(value: Value | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : preview(value, longest).text;
}

function summaryOf(item: Value): string {
  const summary = isMap(item) ? entry(item, 'summary') : undefined;
  if (summary === undefined || !isList(summary)) return spoken(summary);
  const texts: string[] = [];
  for (const part of summary) texts.push(field(part, 'text') ?? '');
  return texts.join(' ');
}
