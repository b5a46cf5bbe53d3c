import { once } from '../../base/once.ts';
import { type BacktestView, changeFilters, type ChangeFilter, type Mark, sessionKey } from '../../state/backtest.ts';
import { markOf, type MarkPlace } from '../../state/marks.ts';
import type { RecordingResult } from '../../services/backtest/backtest.ts';
import type { Recording, RuleOverSession } from '../../worker/backtest-protocol.ts';
import type { SystemId } from '../../engine/model/session.ts';
import type { VerdictCounts } from '../../engine/model/verdict.ts';

/** One session with the result of every rule. */
export interface Row {
  readonly key: string;
  readonly recording: Recording;
  readonly entry: number;
  readonly title: string;
  /** How a mark identifies the session. */
  readonly place: MarkPlace;
  readonly system: SystemId;
  readonly turns: number;
  /** In column order; null until judged. */
  readonly rules: readonly (RuleOverSession | null)[];
  readonly mark: Mark | null;
  /** Null without a baseline, and until both rules have judged the session. */
  readonly change: Change | null;
}

/** The turns of a session that the draft judges otherwise than the baseline. */
export interface Change {
  /** Turns that the draft stops and the baseline does not. */
  readonly blocked: number;
  /** Turns that the baseline stops and the draft does not. */
  readonly released: number;
  /** Turns at which one of the two verdicts is unknown. */
  readonly unknown: number;
}

export function rowsOf(
  results: readonly RecordingResult[],
  marks: BacktestView['marks'],
  columns: readonly { readonly id: string }[],
): readonly Row[] {
  const [draft, baseline] = ['draft', 'baseline'].map((id) => columns.findIndex((column) => column.id === id));
  return results.flatMap(({ recording, sessions }) =>
    sessions.map(({ entry, content, ...session }) => {
      const place: MarkPlace = { name: nameOf(recording), entry, title: session.title, content };
      const mark = markOf(marks, place)?.mark ?? null;
      const change = changeOf(session.rules[draft ?? -1], session.rules[baseline ?? -1]);
      return { ...session, key: sessionKey(recording, entry), recording, entry, place, mark, change };
    }),
  );
}

type Judged = RuleOverSession | null | undefined;

function changeOf(draft: Judged, baseline: Judged): Change | null {
  if (!hasResult(draft) || !hasResult(baseline)) return null;
  const change = { blocked: 0, released: 0, unknown: 0 };
  const parts = [draft.actsAt, draft.unknownAt, baseline.actsAt, baseline.unknownAt];
  for (let at = 0; at < Math.max(...parts.map((part) => part.length)); at++) {
    const [now = 0, open = 0, before = 0, wasOpen = 0] = parts.map((part) => part[at] ?? 0);
    change.blocked += bitsIn(now & ~before & ~wasOpen);
    change.released += bitsIn(before & ~now & ~open);
    change.unknown += bitsIn(open ^ wasOpen);
  }
  return change;
}

const hasResult = (judged: Judged): judged is RuleOverSession =>
  judged !== null && judged !== undefined && judged.problem === null;

function bitsIn(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
}

/** What the draft changes in all sessions together, and in how many of them. */
export interface TotalChange {
  readonly turns: Change;
  readonly sessions: { readonly [F in ChangeFilter]: number };
}

/** Null if no session has been judged by both rules. */
export function totalChangeOf(rows: readonly Row[]): TotalChange | null {
  const turns = { blocked: 0, released: 0, unknown: 0 };
  const sessions = { all: rows.length, changed: 0, blocked: 0, released: 0, unknown: 0 };
  let isCompared = false;
  for (const row of rows) {
    if (row.change === null) continue;
    isCompared = true;
    turns.blocked += row.change.blocked;
    turns.released += row.change.released;
    turns.unknown += row.change.unknown;
    for (const filter of changeFilters) if (filter !== 'all' && isListed(row, filter)) sessions[filter]++;
  }
  return isCompared ? { turns, sessions } : null;
}

export function isListed({ change }: Row, filter: ChangeFilter): boolean {
  if (filter === 'all') return true;
  if (change === null) return false;
  return filter === 'changed' ? change.blocked + change.released > 0 : change[filter] > 0;
}

/** A sample's name in the table is its id with the prefix. */
const nameOf = ({ id, name }: Recording) => (id.startsWith(samplePrefix) ? id : name);

/** Whether a rule's result is against the mark. A rule without a result does not disagree. */
export function disagrees(mark: Mark | null, judged: Judged): boolean {
  if (mark === null || !hasResult(judged)) return false;
  return mark === 'acts' ? judged.acts === 0 : judged.acts > 0;
}

/** Sorted by one column; equal rows keep the order in which they were added. */
export function sorted(
  rows: readonly Row[],
  { column, direction }: BacktestView['sort'],
  rules: readonly { readonly id: string }[],
): readonly Row[] {
  const upwards = byColumn(column, rules);
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * upwards(a, b));
}

const titles = once(() => new Intl.Collator('en', { numeric: true }));

function byColumn(column: string, rules: readonly { readonly id: string }[]): (a: Row, b: Row) => number {
  if (column === 'title') return (a, b) => titles().compare(a.title, b.title);
  if (column === 'turns') return (a, b) => a.turns - b.turns;
  if (column === 'mark') return (a, b) => dissent(a) - dissent(b);
  if (column === 'difference')
    return (a, b) => changedTurns(a) - changedTurns(b) || (a.change?.unknown ?? 0) - (b.change?.unknown ?? 0);
  const at = Math.max(
    0,
    rules.findIndex(({ id }) => id === column),
  );
  return (a, b) => actsOf(a.rules[at]) - actsOf(b.rules[at]) || shareOf(a.rules[at]) - shareOf(b.rules[at]);
}

/** Sort key: disagreement with the first rule, the draft, outweighs that with all others; a mark outweighs none. */
function dissent({ mark, rules }: Row): number {
  if (mark === null) return 0;
  const against = rules.filter((judged) => disagrees(mark, judged)).length;
  return 1 + against + (disagrees(mark, rules[0]) ? rules.length : 0);
}

/** Sessions that were not compared sort after those without a change. */
const changedTurns = ({ change }: Row) => (change === null ? -1 : change.blocked + change.released);

/** Sessions that could not be judged sort after those without hits. */
const actsOf = (judged: Judged) => (!hasResult(judged) || judged.counts.eligible === 0 ? -1 : judged.acts);

const shareOf = (judged: Judged) =>
  judged === null || judged === undefined ? 0 : judged.acts / Math.max(1, judged.counts.eligible);

/** A rule's totals over all rows. */
export interface Total {
  readonly acting: number;
  /** Sessions with eligible turns. */
  readonly sessions: number;
  readonly acts: number;
  /** Of all sessions together. */
  readonly counts: VerdictCounts;
  /** Sessions in which the rule cannot run. */
  readonly faulty: number;
  readonly dissenting: number;
  /** Marked sessions with a result of the rule. */
  readonly marked: number;
}

export function totalOf(rows: readonly Row[], at: number): Total {
  const total = { acting: 0, sessions: 0, acts: 0, faulty: 0, dissenting: 0, marked: 0 };
  const counts = { eligible: 0, pass: 0, fire: 0, error: 0, unknown: 0, value: 0 };
  for (const { rules, mark } of rows) {
    const judged = rules[at];
    if (judged?.problem) total.faulty++;
    if (!hasResult(judged)) continue;
    if (mark !== null) total.marked++;
    if (disagrees(mark, judged)) total.dissenting++;
    if (judged.counts.eligible === 0) continue;
    total.sessions++;
    total.acts += judged.acts;
    for (const kind of countedKinds) counts[kind] += judged.counts[kind];
    if (judged.acts > 0) total.acting++;
  }
  return { ...total, counts };
}

const countedKinds = [
  'eligible',
  'pass',
  'fire',
  'error',
  'unknown',
  'value',
] as const satisfies readonly (keyof VerdictCounts)[];

/** The prefix of the ids of sample recordings. */
export const samplePrefix = 'sample:';
