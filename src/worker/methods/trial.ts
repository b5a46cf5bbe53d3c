import { ok } from '../../base/result.ts';
import type { Pace } from '../../base/pace.ts';
import type { OpenSession } from '../../engine/open-text.ts';
import type { Methods } from '../serve.ts';
import type { TrialApi } from '../trial-protocol.ts';
import { asked, type OpenSources } from './open-sources.ts';
import type { PolicyTexts } from './policy-texts.ts';

/** Loaded at the first call: few rules are tried with other numbers or by their parts. */
export function trialMethods(sources: OpenSources, policies: PolicyTexts): Pick<Methods, keyof TrialApi> {
  return {
    scrub: asked(sources, async (session, { rule, offset, decisions }, pace) => {
      const { scrub } = await import('../../engine/rules/scrub.ts');
      return ok(await scrub(session, rule, offset, decisions, pace));
    }),
    coverage: asked(sources, async (session, { rule, decisions, policy }, pace) => {
      const { coverage } = await import('../../engine/rules/coverage.ts');
      const traffic = await coverage(session, rule, decisions, pace);
      if (!traffic.ok) return traffic;
      const tests = policy === null ? null : await coveredByTests(policies, session, policy, rule.expression, pace);
      return ok({ traffic: traffic.value, tests });
    }),
  };
}

/** A policy that cannot be read has no tests; the policy editor reports its faults. */
async function coveredByTests(
  policies: PolicyTexts,
  session: OpenSession,
  { text, rule }: { readonly text: string; readonly rule: string },
  expression: string,
  pace: Pace,
) {
  const policy = await policies.of(text);
  if (!policy.ok) return null;
  const { testCoverage } = await import('../../engine/policies/index.ts');
  return testCoverage(policy.value, rule, expression, await policies.tested(), () => session, pace);
}
