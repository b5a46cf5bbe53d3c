import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countVerdicts } from '../engine/model/verdict.ts';
import type { SessionId } from '../engine/model/session.ts';
import { errorCountedAs, isErrorStopping } from '../engine/model/decisions.ts';
import { sweepQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { useDecisions, useRulePlace, useSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import type { Rule, Sweep } from '../worker/protocol.ts';

/** A rule's verdicts as a ribbon shows them. */
export interface Shown {
  /**
   * The rule's verdicts or, while it cannot be evaluated, those of its last valid text. Its counts are of the turns that
   * the user selected, or of all.
   */
  readonly sweep: Sweep | null;
  /** Why `sweep` is not the rule's own. */
  readonly problem: string | null;
  /** How an error is counted, in words; null if it is not counted. */
  readonly errorCounted: string | null;
  /** An error blocks like a firing. */
  readonly errorStops: boolean;
  /** The rule is being judged: `sweep` still belongs to the previous text. */
  readonly isWaiting: boolean;
  /** The counts are of the snapshot and not of turns. */
  readonly isSnapshot: boolean;
  /** The rule is empty. */
  readonly isEmpty: boolean;
  /** The rule, which says what its verdicts are called. */
  readonly rule: Rule;
}

/**
 * Verdicts of a rule at every turn. The last valid ones stay while the text is unfinished, so that nothing flickers.
 * `isWanted` delays judging.
 */
export function useShown(rule: Rule, isWanted = true): Shown {
  const { ref, kinds } = useSession();
  const isSnapshot = kinds.snapshot > 0;
  const isEmpty = rule.expression.trim() === '';
  const decisions = useDecisions();
  const errorCounted = errorCountedAs(rule, decisions);
  const errorStops = isErrorStopping(rule, decisions);
  const query = useQuery({ ...sweepQuery(useEngine(), ref, rule, decisions), enabled: isWanted && !isEmpty });
  const answer = useCountedInRange(query.data ?? null);
  const place = useRulePlace(rule);
  const last = useLast(answer?.problem === null ? answer : null, ref.id, place);
  const good = last?.session === ref.id ? last : null;

  const isWaiting = !isEmpty && query.isPlaceholderData;
  if (isEmpty) return { sweep: null, problem: null, errorCounted, errorStops, isWaiting, isSnapshot, isEmpty, rule };
  const problem = query.error?.message ?? answer?.problem?.message ?? null;
  return {
    sweep: problem === null || good?.place === place ? (good?.value ?? null) : null,
    problem,
    errorCounted,
    errorStops,
    isWaiting,
    isSnapshot,
    isEmpty,
    rule,
  };
}

/**
 * The last rule at the same place that could be judged; null if there was none. While a text is unfinished, the ribbon and
 * the reasons are both about this one: of keys in quick succession, the two may not have had the answers to the same ones.
 */
export function useLastValidRule(rule: Rule): Rule | null {
  const { ref } = useSession();
  const place = useRulePlace(rule);
  const sweep = useQuery({
    ...sweepQuery(useEngine(), ref, rule, useDecisions()),
    enabled: rule.expression.trim() !== '',
  });
  const isValid = !sweep.isPlaceholderData && sweep.data?.problem === null;
  const last = useLast(isValid ? rule : null, ref.id, place);
  return last?.place === place ? last.value : null;
}

function useCountedInRange(sweep: Sweep | null): Sweep | null {
  const range = useView((view) => view.range);
  return useMemo(
    () =>
      sweep === null || range === null
        ? sweep
        : { ...sweep, counts: countVerdicts(sweep.codes.subarray(range.first, range.last + 1)) },
    [sweep, range],
  );
}

interface Last<T> {
  readonly value: T;
  readonly session: SessionId;
  /** Of the rule. */
  readonly place: string;
}

/** The last value that was not null. */
function useLast<T>(value: T | null, session: SessionId, place: string): Last<T> | null {
  const [last, setLast] = useState(value === null ? null : { value, session, place });
  if (value !== null && value !== last?.value) setLast({ value, session, place });
  return last;
}
