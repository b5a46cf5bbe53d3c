import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { decisionsOf, DeclaredContext, useChosen, useOptionalSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import { baselineInEditor, ruleInEditor, sameRule } from '../../state/view/rule.ts';
import { useSettled } from '../../ui/useSettled.ts';
import type { Choice, LeavingInput, LeavingReport } from '../../worker/leaving-protocol.ts';
import type { Rule, SessionOutline } from '../../worker/protocol.ts';

/** What is judged here and on the session that leaves. */
export interface Judging {
  readonly rules: readonly Rule[];
  readonly policy: string | null;
  /** In words: *the rule*, *the policy*. */
  readonly names: readonly string[];
}

/** The rule in the editor, the one that it is compared with, and the open policy. */
export function useJudging(): Judging {
  const starter = useOptionalSession()?.starter ?? null;
  const draft = useView(ruleInEditor) ?? starter;
  const baseline = useView(baselineInEditor) ?? starter;
  const policy = useView((view) => view.policy?.text ?? null);
  const both = [draft, sameRule(baseline, draft) ? null : baseline];
  const rules = both.flatMap((rule) => (rule === null || rule.expression.trim() === '' ? [] : [rule]));
  const names = [
    ...(rules.length > 1 ? ['both rules'] : rules.length > 0 ? ['the rule'] : []),
    ...(policy === null ? [] : ['the policy']),
  ];
  return { rules, policy, names };
}

export interface MadeLeaving {
  /** Of an earlier choice while the next one is prepared. */
  readonly report: LeavingReport | undefined;
  /** What was chosen, once it has stayed the same for a while. */
  readonly input: LeavingInput;
  readonly isCurrent: boolean;
  /** Of the work in progress, from 0 to 1. */
  readonly fraction: number;
  readonly message: string | null;
  readonly isStopped: boolean;
  stop(): void;
  resume(): void;
}

/** Typed names and paths settle for this long. */
const settleMs = 250;

/** The session that leaves for a choice, prepared by the engine; null while the notes that leave with it are loading. */
export function useLeaving(outline: SessionOutline, choice: Choice | null, { rules, policy }: Judging): MadeLeaving {
  const { ref: session } = outline;
  const engine = useEngine();
  const queries = useQueryClient();
  const answers = useChosen();
  const declared = use(DeclaredContext);
  const [seed] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join(' '));
  const [fraction, setFraction] = useState(0);
  const [stopped, setStopped] = useState<string | null>(null);
  const decisions = decisionsOf({ outline }, answers, declared);
  const key = JSON.stringify(choice);
  const settled = useSettled(key, settleMs);
  const input = { session, choice: JSON.parse(settled) as Choice, rules, policy, decisions, seed }; // it was written as one
  const queryKey = ['leaving', input] as const;
  const made = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      setFraction(0);
      return engine.prepareLeaving(input, { signal, onProgress: setFraction });
    },
    enabled: stopped !== settled && choice !== null && settled !== 'null',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
    // The engine holds only the latest one.
    gcTime: 0,
  });
  const isStopped = stopped === settled;
  return {
    report: made.data,
    input,
    isCurrent: made.isSuccess && !made.isPlaceholderData && settled === key,
    fraction,
    message: made.isError ? made.error.message : null,
    isStopped,
    stop() {
      setStopped(settled);
      void queries.cancelQueries({ queryKey });
    },
    resume: () => setStopped(null),
  };
}
