import { useQuery } from '@tanstack/react-query';
import { readPolicyQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import type { OpenPolicy } from '../state/view/policy.ts';
import type { PolicyOutline, PolicyRuleOutline } from '../worker/policy-protocol.ts';

/** The open policy, read for the shown session, or for no session before one is shown. */
export interface ShownPolicy extends OpenPolicy {
  /** Null until it has been read, and while the text is no manifest. During an edit, the last outline. */
  readonly outline: PolicyOutline | null;
  /** False while `outline` belongs to the text before an edit. */
  readonly isCurrent: boolean;
  /** Why the whole text cannot be read. */
  readonly failure: string | null;
  /** The policy's rule in the editor; null if the user's own rule is there. */
  readonly rule: PolicyRuleOutline | null;
}

/** Null while no policy is open. */
export function usePolicy(): ShownPolicy | null {
  const ref = useOptionalSession()?.outline.ref ?? null;
  const policy = useView((view) => view.policy);
  const chosen = useView(({ policyRule }) => policyRule?.id ?? null);
  const read = useQuery({ ...readPolicyQuery(useEngine(), ref, policy?.text ?? ''), enabled: policy !== null });
  if (policy === null) return null;
  const outline = read.data ?? null;
  const rule = outline?.rules.find(({ id }) => id === chosen) ?? null;
  const isCurrent = read.isSuccess && !read.isPlaceholderData;
  return { ...policy, outline, isCurrent, failure: read.error?.message ?? null, rule };
}
