import { useQuery } from '@tanstack/react-query';
import { createContext, useState } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { explainQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import {
  emptyRule,
  useCalmCursor,
  useDecisions,
  useJudgedRule,
  useRulePlace,
  useSession,
} from '../../state/useSession.ts';
import type { Explanation, Rule } from '../../worker/protocol.ts';
import { useLastValidRule } from '../useShown.ts';

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
  const rule = useJudgedRule();
  const turn = useCalmCursor();
  const isEmpty = rule.expression.trim() === '';
  const place = useRulePlace(rule);
  const { explained, problem } = useExplained(isEmpty ? null : rule, turn);
  const lastValid = useLastValidRule(rule);
  const stale = useExplained(explained === null && problem !== null ? lastValid : null, turn);

  const newest = explained ?? stale.explained;
  const [last, setLast] = useState<(Explained & { readonly place: string }) | null>(null);
  if (newest !== null && last?.explanation !== newest.explanation) setLast({ ...newest, place });

  if (isEmpty) return { kind: 'no-rule' };
  if (turn < 0) return { kind: 'no-turn' };
  if (newest !== null) return { kind: 'shown', ...newest, problem: explained === null ? problem : null };
  if (last !== null && (problem === null || last.place === place)) return { kind: 'shown', ...last, problem };
  return problem === null ? { kind: 'pending' } : { kind: 'failed', problem };
}

/** `explained` is null while the answer is loading, and of a rule that has no parts to explain: then there is a problem. */
function useExplained(rule: Rule | null, turn: TurnIndex) {
  const { ref } = useSession();
  const query = useQuery({
    ...explainQuery(useEngine(), ref, rule ?? emptyRule, turn, useDecisions()),
    enabled: rule !== null && turn >= 0,
  });
  const answer = query.isPlaceholderData ? null : (query.data ?? null);
  const isGood = answer !== null && (answer.problem === null || answer.parts.length > 0);
  const explained: Explained | null = rule !== null && isGood ? { rule, turn, explanation: answer } : null;
  return { explained, problem: query.error?.message ?? answer?.problem?.message ?? null };
}
