import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPolicyQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { comparedRule, emptyRule, useOptionalSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import type { BacktestRule } from '../../worker/backtest-protocol.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { PolicyOutline } from '../../worker/policy-protocol.ts';
import type { Rule } from '../../worker/protocol.ts';

/** A rule with a column of its own. */
export interface RuleColumn {
  /** `draft`, `saved`, or the id of a policy's rule, which has a dot or a bracket in it. */
  readonly id: string;
  readonly title: string;
  readonly asked: BacktestRule;
}

/** The draft; what it is compared with; and every assertion of the open policy. */
export function useRules(): { readonly draft: Rule; readonly columns: readonly RuleColumn[] } {
  const session = useOptionalSession();
  const starter = session?.starter ?? null;
  const draft = useView((view) => view.rule) ?? starter ?? emptyRule;
  const kept = useView((view) => view.saved);
  const inEditor = useView((view) => view.policyRule);
  const policy = usePolicyRules(session?.outline.ref ?? null);
  const columns = useMemo(() => {
    const compared = comparedRule(kept, starter, draft);
    // A policy's rule means other functions in other sessions; its draft does, too.
    const from = policy.some(({ id }) => id === inEditor) ? inEditor : null;
    return [
      ...(draft.expression.trim() === '' ? [] : [columnOf('draft', 'draft', draft, from)]),
      ...(compared === null ? [] : [columnOf('saved', kept === null ? 'proposed' : 'saved', compared, from)]),
      ...policy
        .filter(({ id, rule }) => id !== inEditor || rule?.expression !== draft.expression)
        .map(({ id, title }): RuleColumn => ({ id, title, asked: { kind: 'policy', id } })),
    ];
  }, [draft, kept, starter, policy, inEditor]);
  return { draft, columns };
}

const columnOf = (id: string, title: string, rule: Rule, from: string | null): RuleColumn => ({
  id,
  title,
  asked: from === null ? { kind: 'rule', rule } : { kind: 'policy', id: from, expression: rule.expression },
});

/** Only what asserts can fire; bindings and transforms compute. */
function usePolicyRules(ref: SessionRef | null) {
  const text = useView((view) => view.policy?.text ?? null);
  // It is read for some session or none; which functions a rule means is decided in each session anew.
  const engine = useEngine();
  const read = useQuery<PolicyOutline>(
    text === null || ref === null
      ? { queryKey: ['readPolicy', null], queryFn: skipToken }
      : readPolicyQuery(engine, ref, text),
  );
  return useMemo(
    () => (text === null ? [] : (read.data?.rules.filter(({ kind }) => kind === 'assert') ?? [])),
    [text, read.data],
  );
}
