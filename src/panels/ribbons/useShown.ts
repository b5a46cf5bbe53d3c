import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorCountedAs, isErrorStopping } from '../../engine/model/decisions.ts';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useRulePlace, useSession } from '../../state/useSession.ts';
import type { Rule, Sweep } from '../../worker/protocol.ts';

/** What a ribbon shows of its rule. */
export interface Shown {
  /** The rule's own verdicts or, while it cannot be evaluated, those of the last text that could. */
  readonly sweep: Sweep | null;
  /** Why `sweep` is not the rule's own. */
  readonly problem: string | null;
  /** What an error comes to, in words; null where it comes to nothing. */
  readonly errorCounted: string | null;
  /** An error stops what a firing stops. */
  readonly errorStops: boolean;
  /** The rule itself is still being judged: `sweep` is that of the text before. */
  readonly isWaiting: boolean;
  /** What the counts are of, where that is no turn. */
  readonly isSnapshot: boolean;
  /** There is no text to judge by. */
  readonly isEmpty: boolean;
}

/**
 * Verdicts of a rule at every turn. The last good ones stay while the text is unfinished, so that nothing flickers.
 * They are not asked for before they are wanted.
 */
export function useShown(rule: Rule, isWanted = true): Shown {
  const { ref, kinds } = useSession();
  const isSnapshot = kinds.snapshot > 0;
  const isEmpty = rule.expression.trim() === '';
  const decisions = useDecisions();
  const errorCounted = errorCountedAs(rule.hook, decisions);
  const errorStops = isErrorStopping(rule.hook, decisions);
  const query = useQuery({ ...sweepQuery(useEngine(), ref, rule, decisions), enabled: isWanted && !isEmpty });
  const answer = query.data ?? null;
  const place = useRulePlace(rule);
  const good = useLast(answer?.problem === null ? answer : null, place);

  const isWaiting = !isEmpty && query.isPlaceholderData;
  if (isEmpty) return { sweep: null, problem: null, errorCounted, errorStops, isWaiting, isSnapshot, isEmpty };
  const problem = query.error?.message ?? answer?.problem?.message ?? null;
  return {
    sweep: problem === null || good?.place === place ? (good?.value ?? null) : null,
    problem,
    errorCounted,
    errorStops,
    isWaiting,
    isSnapshot,
    isEmpty,
  };
}

/** The last value that was not null, and of which rule's place it is. */
function useLast<T>(value: T | null, place: string): { readonly value: T; readonly place: string } | null {
  const [last, setLast] = useState(value === null ? null : { value, place });
  if (value !== null && value !== last?.value) setLast({ value, place });
  return last;
}
