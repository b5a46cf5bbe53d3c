import { type VerdictCounts, type VerdictKind, verdictKinds } from '../../model/verdict.ts';
import type { Operator } from './what-if.ts';

/** The verdicts of a rule for any number in the place of a literal, computed without judging a turn again. */
export interface VerdictsByNumber {
  countsAt(value: number): VerdictCounts;
  /** The values that the literal is compared with, ascending, each once: verdicts change nowhere else. */
  readonly breaks: readonly number[];
}

interface Group {
  readonly whenTrue: VerdictKind;
  readonly whenFalse: VerdictKind;
  readonly numbers: number[];
}

/**
 * Groups the numbers of turns by two verdicts: the turn's verdict if a comparison with the number is true, and its
 * verdict if it is false. However many turns there are, these are a few groups, and a search counts how many numbers of
 * a sorted group are below a value.
 */
export class NumberGroups {
  readonly #groups = new Map<number, Group>();

  /** The codes are those of `verdictCodes`. */
  add(number: number, whenTrue: number, whenFalse: number): void {
    const key = whenTrue * verdictKinds.length + whenFalse;
    let group = this.#groups.get(key);
    if (group === undefined) {
      const kind = (code: number) => verdictKinds[code] ?? 'n/a';
      group = { whenTrue: kind(whenTrue), whenFalse: kind(whenFalse), numbers: [] };
      this.#groups.set(key, group);
    }
    group.numbers.push(number);
  }

  /** `others`: the verdicts of turns that have no number. */
  verdicts(others: VerdictCounts, operator: Operator): VerdictsByNumber {
    const groups = [...this.#groups.values()].map(({ numbers, ...kinds }) => ({ ...kinds, numbers: sorted(numbers) }));
    return {
      countsAt(value) {
        const counts: Mutable<VerdictCounts> = { ...others };
        for (const { whenTrue, whenFalse, numbers } of groups) {
          const holding = countTrue(numbers, operator, value);
          add(counts, whenTrue, holding);
          add(counts, whenFalse, numbers.length - holding);
        }
        return counts;
      },
      breaks: distinct(groups.map(({ numbers }) => numbers)),
    };
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function add(counts: Mutable<VerdictCounts>, kind: VerdictKind, count: number): void {
  if (kind === 'n/a') return;
  counts[kind] += count;
  counts.eligible += count;
}

/** Ascending; NaN is last. */
const sorted = (numbers: readonly number[]): Float64Array => Float64Array.from(numbers).toSorted();

/** Counts the numbers for which the comparison with the value is true. Of NaN, only `!=` is true. */
function countTrue(numbers: Float64Array, operator: Operator, value: number): number {
  const before = countUpTo(numbers, (number) => number < value);
  const upTo = countUpTo(numbers, (number) => number <= value);
  const ordered = countUpTo(numbers, (number) => !Number.isNaN(number));
  switch (operator) {
    case '<':
      return before;
    case '<=':
      return upTo;
    case '>':
      return ordered - upTo;
    case '>=':
      return ordered - before;
    case '==':
      return upTo - before;
    case '!=':
      return numbers.length - (upTo - before);
  }
}

/** Counts the leading numbers for which a condition is true. */
function countUpTo(numbers: Float64Array, isTrue: (number: number) => boolean): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(numbers[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finite numbers of all groups, ascending, each once. */
function distinct(groups: readonly Float64Array[]): readonly number[] {
  const all = new Set<number>();
  for (const numbers of groups) {
    let last = Number.NaN;
    for (const number of numbers) {
      if (number !== last && Number.isFinite(number)) all.add(number);
      last = number;
    }
  }
  return [...Float64Array.from(all).toSorted()];
}
