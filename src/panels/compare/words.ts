import {
  type AlignedRow,
  type Alignment,
  firstDifference,
  parts,
  rowAt,
  type RowKind,
} from '../../engine/model/alignment.ts';
import type { ActsCompared, BothSides, ComparedText, Totals } from '../../worker/compare-protocol.ts';
import { count, counted, milliseconds } from '../../ui/format.ts';

/** The kind of a row in words. */
export const kindWords: { readonly [K in RowKind]: string } = {
  same: 'same',
  changed: 'changed',
  here: 'only here',
  there: 'only there',
};

/** `Same until turn 12; then 3 changed, 5 only here, 4 only there.` */
export function rowsSentence(alignment: Alignment, { rows }: Totals): string {
  const first = firstDifference(alignment);
  if (first === null) return rows.same === 0 ? 'Neither session has a turn.' : 'All turns are the same.';
  const found = (['changed', 'here', 'there'] as const)
    .filter((kind) => rows[kind] > 0)
    .map((kind) => `${count(rows[kind])} ${kindWords[kind]}`);
  return `${untilWords(rowAt(alignment, first))} ${found.join(', ')}.`;
}

function untilWords({ here, there }: AlignedRow): string {
  const turn = here ?? there ?? 0;
  return turn === 0 ? 'Different from the first turn on:' : `Same until turn ${count(turn)}; then`;
}

/** How this session compares with the other: `1 200 tokens fewer, 3.1 s longer, blocks 2 more`; empty if nothing is known. */
export function totalsSentence({ tokens, tookMs }: Totals, acts: ActsCompared | null): string {
  const words = [
    moreOrLess(
      tokens,
      (by) => `${counted(by, 'token')} more`,
      (by) => `${counted(by, 'token')} fewer`,
    ),
    moreOrLess(
      tookMs,
      (by) => `${milliseconds(by)} longer`,
      (by) => `${milliseconds(by)} shorter`,
    ),
    acts === null
      ? null
      : moreOrLess(
          acts,
          (by) => `the rule blocks ${count(by)} more`,
          (by) => `the rule blocks ${count(by)} fewer`,
        ),
  ].filter((part) => part !== null);
  return words.length === 0 ? '' : `Here: ${words.join(', ')}.`;
}

function moreOrLess(
  { here, there }: BothSides,
  more: (by: number) => string,
  less: (by: number) => string,
): string | null {
  if (here === null || there === null || here === there) return null;
  return here > there ? more(here - there) : less(there - here);
}

/** A number with its sign: `+12`, `−3`; `±0` where both are the same. */
export const signed = (value: number, written: (value: number) => string = count): string =>
  value === 0 ? '±0' : `${value > 0 ? '+' : '−'}${written(Math.abs(value))}`;

/** What differs in a pair: `arguments, result`. */
export function differenceWords(differs: number, isCall: boolean): string {
  return [
    (differs & parts.said) === 0 ? null : isCall ? 'arguments' : 'message',
    (differs & parts.result) === 0 ? null : 'result',
    (differs & parts.outcome) === 0 ? null : 'outcome',
    (differs & parts.context) === 0 ? null : 'derived context',
    (differs & parts.state) === 0 ? null : 'state',
  ]
    .filter((part) => part !== null)
    .join(', ');
}

export const partTitle = ({ part, name }: Pick<ComparedText, 'part' | 'name'>): string =>
  part === 'argument' ? (name ?? 'argument') : part;
