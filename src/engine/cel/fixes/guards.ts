import type { Expr } from '../ast.ts';
import type { Failure, Proposal } from './proposal.ts';
import { guarded } from './splice.ts';

/** The clause is evaluated only where a guard is true; elsewhere it counts as false, or as true. */
export function guardProposals(
  { text, tree, expectsBoolean }: Failure,
  around: Expr,
  guard: string,
  opposite: string,
): readonly Proposal[] {
  const clause = tree.clauseAround(around, expectsBoolean);
  if (clause === null) return [];
  return [
    { title: `false unless \`${guard}\``, expression: guarded(text, clause, guard, '&&', tree) },
    { title: `true unless \`${guard}\``, expression: guarded(text, clause, opposite, '||', tree) },
  ];
}
