import type { HookId } from '../model/hooks.ts';

/** One rule as the bench holds it: an expression at a hook, for one capability or for all. */
export interface Rule {
  readonly expression: string;
  readonly hook: HookId;
  /** Function key for the hooks at capabilities; null means every capability. */
  readonly match: string | null;
}
