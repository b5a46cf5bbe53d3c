import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPolicyQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { baselineRule, emptyRule, useOptionalSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import { baselineInEditor, ruleInEditor } from '../../state/view/rule.ts';
import type { BacktestRule } from '../../worker/backtest-protocol.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { PolicyOutline, PolicyRuleOutline } from '../../worker/policy-protocol.ts';
import type { Rule } from '../../worker/protocol.ts';

/** A rule with a column of its own. */
export interface RuleColumn {
  /** `draft`, `baseline`, `policy`, or the id of a policy's rule, which has a dot or a bracket in it. */
  readonly id: string;
  readonly title: string;
  readonly rule: BacktestRule;
}

export interface ComparedRules {
  readonly draft: Rule;
  /** Null if it is the same. */
  readonly baseline: Rule | null;
}

export interface Rules extends ComparedRules {
  readonly columns: readonly RuleColumn[];
  /** Whether the draft is a rule that allows: then its columns are what the policy decides with it. */
  readonly allows: boolean;
}

/**
 * The draft, the baseline if it differs, what the open policy decides if some of its rules allow, and every rule of it
 * that can fire.
 */
export function useRules(): Rules {
  const session = useOptionalSession();
  const starter = session?.starter ?? null;
  const draft = useView(ruleInEditor) ?? starter ?? emptyRule;
  const chosenBaseline = useView(baselineInEditor);
  const inEditor = useView(({ policyRule }) => policyRule?.id ?? null);
  const policy = usePolicyRules(session?.outline.ref ?? null);
  const baseline = baselineRule(chosenBaseline, starter, draft);
  const allows = policy.some((one) => isAllow(one) && one.id === inEditor);
  const columns = useMemo(() => {
    // A policy's rule covers different functions in different sessions, and so does its draft.
    const from = policy.some(({ id }) => id === inEditor) ? inEditor : null;
    return [
      ...(draft.expression.trim() === '' ? [] : [columnOf('draft', draft, from, allows)]),
      ...(baseline === null ? [] : [columnOf('baseline', baseline, from, allows)]),
      ...(policy.some(isAllow) && !allows ? [decision] : []),
      ...policy
        .filter(({ kind }) => deciding.has(kind))
        .filter(({ id, rule }) => id !== inEditor || rule?.expression !== draft.expression)
        .map(({ id, title }): RuleColumn => ({ id, title, rule: { kind: 'policy', id } })),
    ];
  }, [draft, baseline, policy, inEditor, allows]);
  return { draft, baseline, columns, allows };
}

/** A rule that allows decides nothing where it is false, so that it is judged together with the others. */
const decision: RuleColumn = { id: 'policy', title: 'policy', rule: { kind: 'decision' } };

const isAllow = ({ kind }: PolicyRuleOutline) => kind === 'allow';

function columnOf(id: 'draft' | 'baseline', rule: Rule, from: string | null, allows: boolean): RuleColumn {
  if (from === null) return { id, title: id, rule: { kind: 'rule', rule } };
  const edited = { id: from, expression: rule.expression };
  return { id, title: id, rule: allows ? { kind: 'decision', edited } : { kind: 'policy', ...edited } };
}

/** Only these can fire: bindings and transforms compute a value, and a rule that allows leaves the decision to the others where it is false. */
const deciding: ReadonlySet<PolicyRuleOutline['kind']> = new Set(['assert', 'deny', 'confirm', 'replay', 'output']);

function usePolicyRules(ref: SessionRef | null) {
  const text = useView((view) => view.policy?.text ?? null);
  // The policy is read for the shown session, or for none. Which functions a rule covers is decided per session.
  const engine = useEngine();
  const read = useQuery<PolicyOutline>(
    text === null || ref === null
      ? { queryKey: ['readPolicy', null], queryFn: skipToken }
      : readPolicyQuery(engine, ref, text),
  );
  return useMemo(() => (text === null ? [] : (read.data?.rules ?? [])), [text, read.data]);
}
