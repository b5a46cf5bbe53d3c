import type { Pace } from '../../base/pace.ts';
import { err, ok } from '../../base/result.ts';
import { preview } from '../../engine/cel/index.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import type { ReplayedTurn } from '../../engine/policies/replayed-turn.ts';
import type { PolicyApi, ReplayedTurnDetail, PolicyOutline } from '../policy-protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';
import type { PolicyTexts } from './policy-texts.ts';
import { randomSeed } from './random-seed.ts';
import { Lines } from '../../engine/readers/lines.ts';

/** Loaded late: most visits need no manifests. */
const engine = () => import('../../engine/policies/index.ts');

/** Whole policies: read, rewritten, replayed and tested. */
export function policyMethods(sources: OpenSources, policies: PolicyTexts): Pick<Methods, keyof PolicyApi> {
  return {
    async readPolicy({ session, text }, pace) {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const shown = session === null ? ok(null) : await sources.resolve(session);
      return shown.ok ? ok(await outlineOf(policy.value, shown.value, pace)) : shown;
    },
    manifestOf: asked(sources, async (session) => {
      const { manifestOf } = await engine();
      return ok(manifestOf(session));
    }),
    async rewriteRule({ text, rule: id, expression }) {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const { rewritten } = await engine();
      return rewritten(policy.value, id, expression);
    },
    async addStep({ text, rule }) {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const { withStep } = await engine();
      return withStep(policy.value, rule);
    },
    replayPolicy: asked(sources, async (session, { text, decisions }, pace) => {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const began = pace.now();
      const { keptReplay } = await engine();
      const { replay } = await keptReplay(session, policy.value, decisions, pace);
      return ok({ ...replay, tookMs: pace.now() - began });
    }),
    replayedTurn: asked(sources, async (session, { text, turn, decisions }, pace) => {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const { keptReplay } = await engine();
      const { turnAt } = await keptReplay(session, policy.value, decisions, pace);
      return ok(detailOf(turnAt(turn)));
    }),
    addTest: asked(sources, async (session, { text, rule: id, turn, name, expect, decisions }, pace) => {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const { ruleOf, withTest } = await engine();
      const rule = policy.value.rules.find((one) => one.id === id);
      const { leaveAsTest } = await import('../../engine/leaving/index.ts');
      const judged =
        rule === undefined
          ? { rules: [], policy: policy.value, decisions }
          : { rules: [ruleOf(policy.value, rule, session.history.functions)], policy: null, decisions };
      const cut = await leaveAsTest(session, turn, judged, randomSeed(), pace);
      if (!cut.ok) return cut;
      const { text: kept, turn: at, now } = cut.value;
      const written = withTest(policy.value, { name, rule: id, expect, turn: at, now, session: kept });
      return written.ok ? ok({ text: written.value, turn: at }) : written;
    }),
    async removeTest({ text, at }) {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const { withoutTest } = await engine();
      const without = withoutTest(policy.value, at);
      return without === null ? err(noTestThere) : ok({ text: without });
    },
    async runTests({ session, text, given }, pace) {
      const policy = await policies.of(text);
      if (!policy.ok) return policy;
      const shown = session === null ? ok(undefined) : await sources.resolve(session);
      if (!shown.ok) return shown;
      const { runTests } = await engine();
      const results = await runTests(policy.value, await policies.tested(), () => shown.value, pace, given);
      return ok(
        results.map(({ test, passed, got, message }) => ({
          name: test.name,
          expect: test.expect,
          passed,
          got,
          message,
        })),
      );
    },
  };
}

const noTestThere: Problem = {
  code: 'policy/test-stands',
  message: 'This test is not on lines of its own, or no longer exists. Remove it in the text.',
};

const previewLength = 2000;

function detailOf({ outcome, steps, error, changes }: ReplayedTurn): ReplayedTurnDetail {
  return {
    outcome,
    steps: steps.map(({ invoked, ...step }) => ({
      ...step,
      invoked: invoked === null ? null : { ...invoked, args: preview(invoked.args, previewLength) },
    })),
    error,
    changes: changes.map(({ part, recorded, changed }) => ({
      part,
      recorded: preview(recorded, previewLength),
      changed: preview(changed, previewLength),
    })),
  };
}

/** A policy as it applies to a session; without a session, from its text alone. */
async function outlineOf(policy: Policy, session: OpenSession | null, pace: Pace): Promise<PolicyOutline> {
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
