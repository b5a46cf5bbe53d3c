import type { Pace } from '../../base/pace.ts';
import { ok } from '../../base/result.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import type { Input } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import type { WhatIfApi } from '../what-if-protocol.ts';
import { asked, type OpenSources } from './open-sources.ts';
import type { PolicyTexts } from './policy-texts.ts';

/** Loaded at the first call, each by itself: the ribbon and the reasons do not wait for them. */
export function whatIfMethods(sources: OpenSources, policies: PolicyTexts): Pick<Methods, keyof WhatIfApi> {
  return {
    flips: asked(sources, async (session, { rule, turn, decisions }, pace) => {
      const { flips } = await import('../../engine/rules/what-if/flips.ts');
      return flips(session, rule, turn, decisions, pace);
    }),
    wouldAllow: asked(sources, async (session, { rule, turn, decisions, policy: { text, rule: id } }, pace) => {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const { wouldAllow } = await import('../../engine/policies/hosts/would-allow.ts');
      return wouldAllow(session, policy.value, id, rule, turn, decisions, pace);
    }),
    fixes: asked(sources, async (session, { rule, turn, decisions }, pace) => {
      const { fixes } = await import('../../engine/rules/what-if/fixes.ts');
      return fixes(session, rule, turn, decisions, pace);
    }),
    misses: asked(sources, async (session, { rule, decisions }, pace) => {
      const { misses } = await import('../../engine/rules/what-if/misses.ts');
      return misses(session, rule, decisions, pace);
    }),
    thresholds: asked(sources, async (session, { rule, decisions }, pace) => {
      const { thresholds } = await import('../../engine/rules/what-if/thresholds.ts');
      return ok(await thresholds(session, rule, decisions, pace));
    }),
    coverage: asked(sources, async (session, { rule, decisions, policy }, pace) => {
      const { coverage } = await import('../../engine/rules/what-if/coverage.ts');
      const traffic = await coverage(session, rule, decisions, pace);
      if (!traffic.ok) return traffic;
      const tests = policy === null ? null : await coveredByTests(policies, session, policy, { rule, decisions }, pace);
      return ok({ traffic: traffic.value, tests });
    }),
  };
}

/** A policy that cannot be read has no tests; the policy editor reports its faults. */
async function coveredByTests(
  policies: PolicyTexts,
  session: OpenSession,
  { text, rule }: { readonly text: string; readonly rule: string },
  { rule: { expression }, decisions }: Pick<Input<'coverage'>, 'rule' | 'decisions'>,
  pace: Pace,
) {
  const policy = await policies.of(text);
  if (!policy.ok) return null;
  const { testCoverage } = await import('../../engine/policies/index.ts');
  return testCoverage(policy.value, rule, expression, await policies.tested(), () => session, pace, decisions);
}
