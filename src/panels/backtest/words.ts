import type { ChangeFilter, Mark } from '../../state/backtest.ts';
import { count, counted } from '../../ui/format.ts';
import type { RuleOverSession } from '../../worker/backtest-protocol.ts';
import { actsInWords, errorsAndUnknowns } from '../words.ts';
import { type Change, disagrees, type Total, type TotalChange } from './rows.ts';

export const markWords: { readonly [M in Mark]: string } = { acts: 'should fire', silent: 'should not fire' };
/** In a narrow column. */
export const shortMarkWords: { readonly [M in Mark]: string } = { acts: 'fire', silent: 'not fire' };

/** The short text beside a small ribbon: `3 of 41`. */
export function inShort(judged: RuleOverSession | null): string {
  if (judged === null) return '…';
  if (judged.problem !== null) return 'cannot run';
  const { acts, counts } = judged;
  if (counts.eligible === 0) return '–';
  // Errors that do not count as failed: none of so many would read as if the rule passed.
  if (acts === 0 && counts.error > 0) return counted(counts.error, 'error');
  return `${count(acts)} of ${count(counts.eligible)}`;
}

/** The long text, for screen readers and the tooltip. */
export function inWords(judged: RuleOverSession | null, mark: Mark | null): string {
  if (judged === null) return 'not judged yet';
  if (judged.problem !== null) return judged.problem.message;
  const { counts, acts, firstAct, rule } = judged;
  if (counts.eligible === 0) return 'no eligible turn';
  const first = firstAct === null ? '' : `, first at turn ${count(firstAct)}`;
  return `${actsInWords(rule, acts, counts, first)}${disagrees(mark, judged) ? ', against the mark' : ''}`;
}

/**
 * `fires in 3 of 13 sessions with eligible turns · 31 of 412 eligible turns · 1 of 2 marks disagrees`. A policy as a whole blocks; a
 * rule by itself fires.
 */
export function totalInWords(
  { acting, sessions, acts, counts, faulty, dissenting, marked }: Total,
  isDecision = false,
): string {
  const broken = `cannot run in ${counted(faulty, 'session')}`;
  if (sessions === 0 && faulty > 0) return broken;
  if (sessions === 0) return 'no eligible turn in any session';
  const parts = [
    `${isDecision ? 'blocks' : 'fires'} in ${count(acting)} of ${counted(sessions, 'session')} with eligible turns`,
    `${count(acts)} of ${counted(counts.eligible, 'eligible turn')}${errorsAndUnknowns(acts, counts)}`,
  ];
  if (faulty > 0) parts.push(broken);
  if (marked > 0)
    parts.push(`${count(dissenting)} of ${counted(marked, 'mark')} ${dissenting === 1 ? 'disagrees' : 'disagree'}`);
  return parts.join(' · ');
}

/** For screen readers and the tooltip: `20 newly blocked, 3 no longer blocked, 2 not comparable`. */
export function changeInWords(change: Change | null): string {
  if (change === null) return 'not compared yet';
  const parts = [
    ...(change.blocked > 0 ? [`${count(change.blocked)} newly blocked`] : []),
    ...(change.released > 0 ? [`${count(change.released)} no longer blocked`] : []),
    ...(change.unknown > 0 ? [`${count(change.unknown)} not comparable`] : []),
  ];
  return parts.length === 0 ? 'no change' : parts.join(', ');
}

/** The choices of the filter, which also say the totals: `+20 newly blocked in 4`. */
export const filterTitles = ({ turns, sessions }: TotalChange): { readonly [F in ChangeFilter]: string } => ({
  all: `All ${counted(sessions.all, 'session')}`,
  changed: `${count(sessions.changed)} changed`,
  blocked: changedIn('+', turns.blocked, 'newly blocked', sessions.blocked),
  released: changedIn('−', turns.released, 'no longer blocked', sessions.released),
  unknown: changedIn('? ', turns.unknown, 'not comparable', sessions.unknown),
});

const changedIn = (sign: string, turns: number, how: string, sessions: number): string =>
  turns === 0 ? `0 ${how}` : `${sign}${count(turns)} ${how} in ${count(sessions)}`;

/** `about 40 s left`; rounded up, because an estimate is not exact. */
export function leftInWords(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `about ${minutes} min left` : `about ${Math.ceil(minutes / 60)} h left`;
}
