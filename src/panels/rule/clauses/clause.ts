import type { Clause as CountedClause, ClauseCounts } from '../../../engine/rules/what-if/what-if.ts';
import type { Output } from '../../../worker/protocol.ts';
import { triedIn, writtenPlace } from '../../tried.ts';
import type { Covered } from './useCoverage.ts';

type Coverage = Output<'coverage'>;

/** A clause with its counts in the session and in the tests (null without tests). */
export interface Clause extends Omit<CountedClause, 'counts'> {
  readonly session: ClauseCounts;
  readonly tests: ClauseCounts | null;
}

const clausesOf = ({ traffic, tests }: Coverage): readonly Clause[] =>
  traffic.parts.map(({ counts, ...clause }, index) => ({
    ...clause,
    session: counts,
    tests: tests?.parts[index]?.counts ?? null,
  }));

/** The clauses at their places in the written text; the counted text may have a tried number in it. */
export function clausesAt({ expression, coverage }: Covered, written: string): readonly Clause[] {
  const tried = triedIn(written, expression);
  return clausesOf(coverage).map((clause) => ({ ...clause, ...writtenPlace(clause, tried) }));
}

interface ClauseRow {
  /** Pixels below the top of the editor. */
  readonly top: number;
  /** The clauses that begin in the row, the outermost first. */
  readonly clauses: readonly [Clause, ...Clause[]];
}

/** The clauses by the rows in which they begin, from the top. `tops` has the position of each. */
export function rowsOf(clauses: readonly Clause[], tops: readonly number[]): readonly ClauseRow[] {
  const rows = new Map<number, [Clause, ...Clause[]]>();
  for (const [index, clause] of clauses.entries()) {
    const top = tops[index];
    if (top === undefined) continue;
    const row = rows.get(top);
    if (row === undefined) rows.set(top, [clause]);
    else row.push(clause);
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([top, inRow]) => ({ top, clauses: inRow }));
}

const worse: { readonly [S in Seen]: number } = { both: 0, one: 1, none: 2 };

/** The coverage of a row's least covered clause. */
export const leastSeen = (all: readonly (ClauseCounts | null)[]): Seen =>
  all
    .map((counts) => (counts === null ? 'none' : seenOf(counts)))
    .reduce<Seen>((least, seen) => (worse[seen] > worse[least] ? seen : least), 'both');

/** Whether a clause had both outcomes, one, or none. */
export type Seen = 'both' | 'one' | 'none';

export function seenOf(counts: ClauseCounts): Seen {
  if (counts.true > 0 && counts.false > 0) return 'both';
  return counts.true > 0 || counts.false > 0 ? 'one' : 'none';
}
