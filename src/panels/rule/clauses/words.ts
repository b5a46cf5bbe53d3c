import { count, counted } from '../../../ui/format.ts';
import type { ClauseCounts } from '../../../engine/rules/what-if/what-if.ts';
import type { Clause } from './clause.ts';

const kinds = [
  { kind: 'true', letter: 'T', word: 'true' },
  { kind: 'false', letter: 'F', word: 'false' },
  { kind: 'error', letter: 'E', word: 'error' },
  { kind: 'unknown', letter: 'U', word: 'unknown' },
  { kind: 'never', letter: 'N', word: 'not reached' },
] as const satisfies readonly { readonly kind: keyof ClauseCounts; readonly letter: string; readonly word: string }[];

/** Explains the letters of the gutter: `T true · F false · …` */
export const legend = kinds.map(({ letter, word }) => `${letter} ${word}`).join(' · ');

/** The kinds to show: true and false always, the others if they occur. */
const shownKinds = (counts: ClauseCounts) => kinds.filter(({ kind }, index) => index < 2 || counts[kind] > 0);

/** `12 true · 3 false · 1 not reached` */
export const countsOf = (counts: ClauseCounts): string =>
  shownKinds(counts)
    .map(({ kind, word }) => `${count(counts[kind])} ${word}`)
    .join(' · ');

/** The counts in short for the gutter; `isGap` marks an outcome that never occurred. */
export const shortCounts = (counts: ClauseCounts) =>
  shownKinds(counts).map(({ kind, letter }, index) => ({
    kind,
    letter,
    number: short(counts[kind]),
    isGap: index < 2 && counts[kind] === 0,
  }));

/** A number with at most three digits: `999`, `1.2k`, `12k`, `3.4M`. */
export function short(number: number): string {
  if (number < 1000) return String(number);
  const [unit, scaled] = number < 999_500 ? ['k', number / 1000] : ['M', number / 1_000_000];
  return `${scaled < 9.95 ? scaled.toFixed(1) : scaled.toFixed(0)}${unit}`;
}

/** The outcome that a clause never had; null if it had both. */
export function gapOf(counts: ClauseCounts): string | null {
  if (counts.true > 0 && counts.false > 0) return null;
  if (counts.true > 0) return 'never false';
  return counts.false > 0 ? 'never true' : 'never decided';
}

/** A gutter row's text for screen readers. */
export function rowText([first, ...more]: readonly [Clause, ...Clause[]], source: 'session' | 'tests'): string {
  const counts = first[source];
  const where = source === 'session' ? 'in this session' : 'in tests';
  const shownKinds =
    counts === null ? 'no tests' : [`${countsOf(counts)} ${where}`, gapOf(counts)].filter(Boolean).join(', ');
  const rest = more.length === 0 ? '' : `; ${counted(more.length, 'more clause')} in this row`;
  return `${first.text.replaceAll(/\s+/g, ' ')}: ${shownKinds}${rest}`;
}
