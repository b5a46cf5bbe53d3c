import { useQuery } from '@tanstack/react-query';
import { readPolicyQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { useOptionalSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import type { OpenPolicy } from '../state/view.ts';
import type { PolicyOutline, PolicyRuleOutline } from '../worker/policy-protocol.ts';

/** The open policy, as the shown session reads it; before one is shown, as its text alone tells. */
export interface ShownPolicy extends OpenPolicy {
  /** Null until it was read for the first time, and while the text is no manifest. Under an edit, the last one. */
  readonly outline: PolicyOutline | null;
  /** False while `outline` is that of the text before an edit. */
  readonly isCurrent: boolean;
  /** Why the text cannot be read at all. */
  readonly failure: string | null;
  /** The rule in the editor; null when that is not one of the policy's. */
  readonly rule: PolicyRuleOutline | null;
}

/** Null while no policy is open. */
export function usePolicy(): ShownPolicy | null {
  const ref = useOptionalSession()?.outline.ref ?? null;
  const policy = useView((view) => view.policy);
  const chosen = useView((view) => view.policyRule);
  const read = useQuery({ ...readPolicyQuery(useEngine(), ref, policy?.text ?? ''), enabled: policy !== null });
  if (policy === null) return null;
  const outline = read.data ?? null;
  const rule = outline?.rules.find(({ id }) => id === chosen) ?? null;
  const isCurrent = read.isSuccess && !read.isPlaceholderData;
  return { ...policy, outline, isCurrent, failure: read.error?.message ?? null, rule };
}
