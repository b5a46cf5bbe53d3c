import { type Pace, Stopped } from '../../base/pace.ts';
import type { TextRange } from '../../engine/model/problem.ts';
import type { OpenSession } from '../../engine/open-text.ts';
import type { Policy, PolicyProblem, PolicyRule } from '../../engine/policies/policy.ts';
import { decisionsOf } from '../../engine/rules/decisions.ts';
import { Lines } from '../../engine/readers/lines.ts';
import type { PolicyOutline } from '../policy-protocol.ts';
import { diagnosticsOf } from './diagnostics.ts';

/** Manifests are read by a script of their own: most visits need none. */
const engine = () => import('../../engine/policies/index.ts');

/** Longer than this, and *stop* would go unheard. */
const sliceMs = 8;

/** All that is evaluated of a rule, and whether it is to be true or false. */
function expressionsOf(rule: PolicyRule) {
  const own = { ...rule, asserts: rule.kind === 'assert' };
  const parts = rule.parts.map((part) => ({ ...part, asserts: part.kind === 'condition' }));
  return rule.kind === 'invoke' ? parts : [own, ...parts];
}

/** What the session's own names and types find wrong with the rules, beyond what the text alone tells. */
async function checkedIn(policy: Policy, session: OpenSession, pace: Pace): Promise<readonly PolicyProblem[]> {
  const { ruleOf } = await engine();
  const decisions = decisionsOf(session);
  const found: PolicyProblem[] = [];
  let began = pace.now();
  for (const rule of policy.rules) {
    const judged = ruleOf(policy, rule, session.history.functions);
    for (const part of expressionsOf(rule)) {
      const scalar = policy.document.scalar(part.path);
      const placed = (range: TextRange) => {
        const { start } = part.within;
        return scalar?.rangeOf({ start: start + range.start, end: start + range.end }) ?? rule.range;
      };
      const { start, end } = placed({ start: 0, end: part.expression.length });
      if (policy.problems.some(({ range }) => range.start >= start && range.start <= end)) continue;
      const alone = { expression: part.expression, hook: rule.hook, match: judged.match };
      const { functions } = judged;
      const asked = {
        ...alone,
        ...(functions !== undefined && { functions }),
        ...(!part.asserts && { yields: 'value' as const }),
      };
      for (const { severity, code, message, range } of diagnosticsOf(session, asked, decisions))
        if (severity !== 'hint') found.push({ severity, code, message, range: placed(range) });
    }
    if (pace.now() - began < sliceMs) continue;
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
    began = pace.now();
  }
  return found;
}

/** A policy as a session reads it; without one, as its text alone tells. */
export async function outlineOf(policy: Policy, session: OpenSession | null, pace: Pace): Promise<PolicyOutline> {
  const functions = session?.history.functions ?? [];
  const { ruleOf, testsOf } = await engine();
  const lines = new Lines(policy.document.text);
  const lineOf = (offset: number) => lines.positionOf(offset).line;
  const { tests, problems } = testsOf(policy);
  const checked = session === null ? [] : await checkedIn(policy, session, pace);
  return {
    agent: policy.agent,
    // As they stand in the text: reading goes by kind.
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
