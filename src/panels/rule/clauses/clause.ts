import type { Output } from '../../../worker/protocol.ts';
import { triedIn, writtenPlace } from '../../tried.ts';
import type { Covered } from './useCoverage.ts';

type Coverage = Output<'coverage'>;
export type ClauseCounts = Coverage['traffic']['clauses'][number]['counts'];

/** A clause with its counts at the turns of the session and at those of the tests; null without tests. */
export interface Clause extends Omit<Coverage['traffic']['clauses'][number], 'counts'> {
  readonly session: ClauseCounts;
  readonly tests: ClauseCounts | null;
}

const clausesOf = ({ traffic, tests }: Coverage): readonly Clause[] =>
  traffic.clauses.map(({ counts, ...clause }, index) => ({
    ...clause,
    session: counts,
    tests: tests?.clauses[index]?.counts ?? null,
  }));

/** The same at their places in the written text, of which the counted one differs by a number that is tried. */
export function clausesAt({ expression, coverage }: Covered, written: string): readonly Clause[] {
  const tried = triedIn(written, expression);
  return clausesOf(coverage).map((clause) => ({ ...clause, ...writtenPlace(clause, tried) }));
}
