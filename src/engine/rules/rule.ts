import type { Variables } from '../cel/index.ts';
import type { HostEffect } from '../model/host-effect.ts';
import type { HookId } from '../model/hooks.ts';

/** One rule as the rule editor holds it: an expression at a hook, for one capability or for all. */
export interface Rule {
  readonly expression: string;
  readonly hook: HookId;
  /** Function key for the hooks at capabilities; null means every capability. */
  readonly match: string | null;
  /** Set for a rule of a policy: the session's function keys that its capability covers. `match` is then null. */
  readonly functions?: readonly string[];
  /** Set for a rule of a policy. In a session that was run under manifests it is judged at the turns of the first agent only. */
  readonly ofPolicy?: true;
  /**
   * Set for a rule that is no assertion, whatever the hook asserts: `value` for one that computes something, such as a transform. Of
   * another host's policy, what it does where it is true, or `output`, whose result is the decision.
   */
  readonly yields?: 'value' | 'output' | HostEffect;
  /** Where this is false the rule does not run. */
  readonly condition?: string;
  /** Set for a rule of a policy that uses the policy's own variables: the meaning of `variables.name`. */
  readonly variables?: Variables;
}
