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
