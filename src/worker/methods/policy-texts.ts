import type { Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import type { TestedSessions } from '../../engine/policies/tested-sessions.ts';
import { loadSystem } from '../../engine/systems/load-system.ts';

/** Loaded late: most visits need no manifests. */
const engine = () => import('../../engine/policies/index.ts');

/** The edited policy is cached: its text changes with every key, and several methods need it for each text. */
export class PolicyTexts {
  #latest: { readonly text: string; readonly policy: Result<Policy, Problem> } | null = null;
  #tested: TestedSessions | null = null;

  async of(text: string): Promise<Result<Policy, Problem>> {
    const known = this.#latest;
    if (text === known?.text) return known.policy;
    const { loadPolicy } = await engine();
    const policy = await loadPolicy(text);
    this.#latest = { text, policy };
    return policy;
  }

  /** Sessions of the tests in it: they seldom change with the text. */
  async tested(): Promise<TestedSessions> {
    const { TestedSessions: Sessions } = await engine();
    this.#tested ??= new Sessions(loadSystem);
    return this.#tested;
  }
}
