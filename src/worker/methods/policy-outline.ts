import type { Pace } from '../../base/pace.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import { Lines } from '../../engine/readers/lines.ts';
import type { PolicyOutline } from '../policy-protocol.ts';

/** Loaded late: most visits need no manifests. */
const engine = () => import('../../engine/policies/index.ts');

/** A policy as it applies to a session; without a session, from its text alone. */
export async function outlineOf(policy: Policy, session: OpenSession | null, pace: Pace): Promise<PolicyOutline> {
  const functions = session?.history.functions ?? [];
  const { declaredBy, ruleOf, ruleProblems, testsOf } = await engine();
  const lines = new Lines(policy.document.text);
  const lineOf = (offset: number) => lines.positionOf(offset).line;
  const { tests, problems } = testsOf(policy);
  const checked = await ruleProblems(policy, session, pace);
  return {
    agent: policy.agent,
    declared: declaredBy(policy),
    // In the order of the text: reading goes by kind.
    rules: inOrder(policy).map((rule) => ({
      id: rule.id,
      title: rule.title,
      kind: rule.kind,
      hook: rule.hook,
      rule: rule.kind === 'invoke' ? null : ruleOf(policy, rule, functions),
      range: rule.range,
      place: (rule.step === null ? null : policy.document.locate(rule.path.slice(0, -1))) ?? rule.range,
      line: lineOf(rule.range.start),
      onFail: rule.step?.on_fail ?? null,
      errorMessage: rule.step?.error_message ?? null,
    })),
    problems: [
      ...[...policy.problems, ...checked].map(({ severity, code, message, range }) => ({
        severity,
        code,
        message,
        range,
        line: lineOf(range.start),
      })),
      ...problems.map(({ code, message, range = { start: 0, end: 1 } }) => ({
        severity: 'error' as const,
        code,
        message,
        range,
        line: lineOf(range.start),
      })),
    ].toSorted((a, b) => a.range.start - b.range.start),
    tests: tests.map(({ name, rule, expect, turn, range }) => ({
      name,
      rule,
      expect,
      turn,
      range,
      line: lineOf(range.start),
    })),
  };
}

const inOrder = ({ rules }: Policy) => rules.toSorted((a, b) => a.range.start - b.range.start);
