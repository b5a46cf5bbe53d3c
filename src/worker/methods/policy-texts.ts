import type { Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import type { TestedSessions } from '../../engine/policies/tested-sessions.ts';
import { loadSystem } from '../../engine/systems/load-system.ts';

/** Manifests are read by a script of their own: most visits need none. */
const engine = () => import('../../engine/policies/index.ts');

/** The policy that is edited: its text changes with every key, and several questions are asked of each. */
export class PolicyTexts {
  #latest: { readonly text: string; readonly policy: Result<Policy, Problem> } | null = null;
  #tested: TestedSessions | null = null;

  async of(text: string): Promise<Result<Policy, Problem>> {
    const { readPolicy } = await engine();
    if (text !== this.#latest?.text) this.#latest = { text, policy: readPolicy(text) };
    return this.#latest.policy;
  }

  /** Of the tests kept in it: they seldom change when the text does. */
  async tested(): Promise<TestedSessions> {
    const { TestedSessions: Sessions } = await engine();
    this.#tested ??= new Sessions(loadSystem);
    return this.#tested;
  }
}
