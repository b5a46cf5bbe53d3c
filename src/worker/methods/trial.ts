import { ok } from '../../base/result.ts';
import type { Pace } from '../../base/pace.ts';
import type { OpenSession } from '../../engine/open-text.ts';
import { loadSystem } from '../../engine/systems/load-system.ts';
import { systems } from '../../engine/systems/registry.ts';
import type { Methods } from '../serve.ts';
import type { TrialApi } from '../trial-protocol.ts';
import { asked, type Bench } from './bench.ts';

/** Loaded when first asked for: few rules are tried with other numbers or looked at by their parts. */
export function trialMethods(bench: Bench): Pick<Methods, keyof TrialApi> {
  return {
    scrub: asked(bench, async (session, { rule, offset, decisions }, pace) => {
      const { scrub } = await import('../../engine/rules/scrub.ts');
      return ok(await scrub(session, rule, offset, decisions, pace));
    }),
    coverage: asked(bench, async (session, { rule, decisions, policy }, pace) => {
      const { coverage } = await import('../../engine/rules/coverage.ts');
      const traffic = await coverage(session, rule, decisions, pace);
      if (!traffic.ok) return traffic;
      const tests = policy === null ? null : await coveredByTests(session, policy, rule.expression, pace);
      return ok({ traffic: traffic.value, tests });
    }),
  };
}

/** A policy that cannot be read has no tests; what is wrong with it is told where it is edited. */
async function coveredByTests(
  session: OpenSession,
  { text, rule }: { readonly text: string; readonly rule: string },
  expression: string,
  pace: Pace,
) {
  const { readPolicy, testCoverage } = await import('../../engine/policies/index.ts');
  const policy = readPolicy(text);
  if (!policy.ok) return null;
  const loaded = await Promise.all(systems.map(({ id }) => loadSystem(id)));
  const systemOf = (id: string) => loaded.find((system) => system.id === id) ?? session.system;
  return testCoverage(policy.value, rule, expression, () => session, systemOf, pace);
}
