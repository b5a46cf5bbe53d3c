import { useQueryClient } from '@tanstack/react-query';
import { answerTo } from '../../services/answerTo.ts';
import { readPolicyQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemError } from '../../worker/connect.ts';
import type { Rule } from '../../worker/protocol.ts';
import { type ShownPolicy, usePolicy } from '../usePolicy.ts';
import styles from './Rule.module.css';

/** Shows which rule of the open policy is in the editor, or offers to add the user's own rule to it. */
export function PolicyTie({ rule }: { readonly rule: Rule }) {
  const policy = usePolicy();
  const chosen = useView(({ policyRule }) => policyRule?.id ?? null);
  if (policy === null) return null;
  if (chosen === null) return rule.expression.trim() === '' ? null : <AddStep policy={policy} rule={rule} />;
  const { rule: found, isCurrent } = policy;
  if (found === null) {
    if (!isCurrent) return null;
    return (
      <p className={styles.starter}>
        The policy has no rule {chosen} any more, so your edits here are not written into it. Choose another rule, or
        undo.
      </p>
    );
  }
  return (
    <p className={styles.starter}>
      <span>
        <b className={styles.inPolicy}>{found.title}</b>, line {found.line} of the policy
        {found.rule?.condition !== undefined && (
          <>
            , only where <code className={styles.proposal}>{found.rule.condition}</code>
          </>
        )}
        {found.onFail !== null && `; when it fails: ${found.onFail}`}
      </span>
      {found.errorMessage !== null && <span>says “{found.errorMessage}”</span>}
    </p>
  );
}

function AddStep({ policy, rule }: { readonly policy: ShownPolicy; readonly rule: Rule }) {
  const engine = useEngine();
  const queries = useQueryClient();
  const { ref } = useSession();
  const { editPolicy, choosePolicyRule } = useViewActions();
  const { notify } = useNoticeActions();
  const add = async () => {
    try {
      const added = await engine.addStep({ text: policy.text, rule });
      const { rules } = await answerTo(queries, readPolicyQuery(engine, ref, added.text));
      editPolicy(added.text);
      const judged = rules.find(({ id }) => id === added.rule)?.rule ?? null;
      if (judged !== null) choosePolicyRule(added.rule, judged);
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      notify(cause.problem.message, { tone: 'failure' });
    }
  };
  return (
    <div className={styles.starter}>
      <span>This rule is your own, not the policy’s.</span>
      <Button onClick={() => void add()}>Add it to the policy</Button>
    </div>
  );
}
