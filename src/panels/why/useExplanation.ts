import { useQuery } from '@tanstack/react-query';
import { createContext, useState } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { explainQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useJudgedRule, useRulePlace, useSession } from '../../state/useSession.ts';
import type { Explanation, Rule } from '../../worker/protocol.ts';

export interface Explained {
  readonly rule: Rule;
  readonly turn: TurnIndex;
  readonly explanation: Explanation;
}

/** What the reasons around a value explain. */
export const ExplainedContext = createContext<Pick<Explained, 'rule' | 'turn'> | null>(null);

export type Reasons =
  | { readonly kind: 'no-rule' }
  /** The session has no turn at which a rule could run. */
  | { readonly kind: 'no-turn' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly problem: string }
  /**
   * The newest explanation. While a newer one loads, its turn is not the cursor's; `problem` says why it does not
   * belong to the current rule.
   */
  | (Explained & { readonly kind: 'shown'; readonly problem: string | null });

/** The explanation of the verdict at the cursor. */
export function useExplanation(): Reasons {
  const { ref } = useSession();
  const rule = useJudgedRule();
  const turn = useCalmCursor();
  const isEmpty = rule.expression.trim() === '';
  const query = useQuery({
    ...explainQuery(useEngine(), ref, rule, turn, useDecisions()),
    enabled: !isEmpty && turn >= 0,
  });

  const answer = query.isPlaceholderData ? null : (query.data ?? null);
  const isGood = answer !== null && (answer.problem === null || answer.parts.length > 0);
  const place = useRulePlace(rule);
  const [last, setLast] = useState<(Explained & { readonly place: string }) | null>(null);
  if (isGood && last?.explanation !== answer) setLast({ rule, turn, explanation: answer, place });

  if (isEmpty) return { kind: 'no-rule' };
  if (turn < 0) return { kind: 'no-turn' };
  if (isGood) return { kind: 'shown', rule, turn, explanation: answer, problem: null };
  const problem = query.error?.message ?? answer?.problem?.message ?? null;
  if (last !== null && (problem === null || last.place === place)) return { kind: 'shown', ...last, problem };
  return problem === null ? { kind: 'pending' } : { kind: 'failed', problem };
}
