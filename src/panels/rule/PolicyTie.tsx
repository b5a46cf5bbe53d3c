import { useSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import type { Rule } from '../../worker/protocol.ts';
import { addToPolicy } from '../addToPolicy.ts';
import { useAttachDeps } from '../sessionActions.ts';
import { usePolicy } from '../usePolicy.ts';
import styles from './Rule.module.css';

/** Shows which rule of the open policy is in the editor, or offers to add the user's own rule to it. */
export function PolicyTie({ rule }: { readonly rule: Rule }) {
  const policy = usePolicy();
  const chosen = useView(({ policyRule }) => policyRule?.id ?? null);
  if (policy === null) return null;
  if (chosen === null) return rule.expression.trim() === '' ? null : <AddStep rule={rule} />;
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

function AddStep({ rule }: { readonly rule: Rule }) {
  const { ref } = useSession();
  const deps = useAttachDeps();
  return (
    <div className={styles.starter}>
      <span>This rule is your own, not the policy’s.</span>
      <Button onClick={() => void addToPolicy(deps, ref, rule)}>Add it to the policy</Button>
    </div>
  );
}
