import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { decisionDiff, type DecisionDiff } from '../../state/decisionDiff.ts';
import { useComparedRule, useDecisions, useJudgedRule, useSession } from '../../state/useSession.ts';

export type FoundDiff =
  /** There is nothing to compare the draft with but itself. */
  | { readonly kind: 'same' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'both'; readonly saved: Uint8Array; readonly draft: Uint8Array; readonly diff: DecisionDiff };

/** The verdicts of the draft and of the rule it is compared with, which the ribbons have asked for already. */
export function useDecisionDiff(): FoundDiff {
  const { ref } = useSession();
  const engine = useEngine();
  const decisions = useDecisions();
  const draftRule = useJudgedRule();
  const comparedRule = useComparedRule();
  const draft = useQuery(sweepQuery(engine, ref, draftRule, decisions));
  const saved = useQuery(sweepQuery(engine, ref, comparedRule ?? draftRule, decisions));

  const [before, after] = [saved.data?.codes, draft.data?.codes];
  const diff = useMemo(
    () => (before === undefined || after === undefined ? null : decisionDiff(before, after)),
    [before, after],
  );
  if (comparedRule === null) return { kind: 'same' };
  const message =
    draft.error?.message ?? saved.error?.message ?? draft.data?.problem?.message ?? saved.data?.problem?.message;
  if (message !== undefined) return { kind: 'problem', message };
  if (diff === null || before === undefined || after === undefined) return { kind: 'waiting' };
  return { kind: 'both', saved: before, draft: after, diff };
}
