import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { defaultDecisions, type Decisions } from '../model/decisions.ts';
import { writeSessionFile } from '../model/session-file.ts';
import { sessionOf } from '../model/testing.ts';
import type { RecordValue } from '../model/value.ts';
import { verdictKinds } from '../model/verdict.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { eligibleTurns } from '../rules/hook-scope.ts';
import { sweep } from '../rules/sweep.ts';
import { task } from '../systems/task/index.ts';
import { Driven, say } from '../systems/task/running/testing.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { declaredBy } from './declared.ts';
import { replay } from './replay.ts';
import type { ReplayedStep } from './replayed-turn.ts';
import { ruleOf } from './rule-of.ts';
import { policyOf } from './testing.ts';

function opened(text: string): OpenSession {
  const read = openNow(text);
  const session = read.ok ? openEntry(read.value, 0, systemOf) : read;
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const decisions: fc.Arbitrary<Decisions> = fc.record({
  capabilityOrder: fc.constantFrom('newest-first', 'oldest-first'),
  unusedCapability: fc.constantFrom('zero-counts', 'absent'),
  nonBoolean: fc.constantFrom('truthiness', 'error'),
  assertError: fc.constant('closed'),
  jsonNumbers: fc.constantFrom('as-written', 'all-double'),
  textResults: fc.constantFrom('by-capability', 'text', 'parsed'),
  missingResults: fc.constantFrom('not-counted', 'successful'),
  declared: fc.constant([]),
});

const lines = fc.array(
  fc.oneof(
    fc.constantFrom(
      'user: hi',
      'user {"n": 3}: again',
      'model: hm',
      'model (10+2): so',
      'agent: done',
      'agent (5+1): ok',
    ),
    fc
      .tuple(fc.constantFrom('refund', 'lookup'), fc.nat(5))
      .map(([name, n]) => `${name}({"n": ${n}}) -> {"left": ${5 - n}}`),
    fc.nat(5).map((n) => `refund({"n": ${n}}) xx too much`),
  ),
  { minLength: 1, maxLength: 14 },
);

const anywhere = [
  'context.capabilities.refund.count_restricted < 2',
  'context.capabilities.refund.count_successful + context.capabilities.lookup.count_successful < 3',
  'context.capabilities._meta.count < 4',
  '!context.capabilities.refund.inputs.exists(i, i.n > 3)',
  'context.capabilities.refund.restricted.filter(r, r).size() < 2',
  'context.capabilities.refund.outputs[0].left > 2',
  'size(context._history.turns) < 6',
  'context.llm.tokens.total < 20',
  'now < "2026-05-20T03:05:00Z"',
  'context.nothing',
  '7',
];
const calls = [...anywhere, 'input.n * 1 < 3', 'i.n in [1, 2.0]', 'review("ann") || input.n == 1'];
const stepOf = (texts: readonly string[]) =>
  fc.record(
    { assert: fc.constantFrom(...texts), condition: fc.constantFrom(...texts), on_fail: fc.constant('continue') },
    { requiredKeys: ['assert', 'on_fail'] },
  );
const listOf = (texts: readonly string[]) => fc.array(stepOf(texts), { maxLength: 3 });
const manifest = fc.record({
  guardrails: fc.record({
    before: listOf([...anywhere, 'size(input.message) == 1']),
    after: listOf([...anywhere, 'output.message[0].text != "ok"']),
  }),
  capabilities: fc.record({
    refund: fc.record({ before: listOf(calls), after: listOf([...calls, 'output.left < 3']) }),
    lookup: fc.record({ before: listOf(calls), after: listOf([...calls, 'o.left < 3']) }),
  }),
});

/** The outcome of a step that never stops anything, and the verdict of its rule alone. */
const verdicts: { readonly [O in ReplayedStep['outcome']]: readonly string[] } = {
  passed: ['pass'],
  failed: ['fire', 'error'],
  unknown: ['unknown'],
  skipped: ['n/a'],
  'not-reached': [],
};

it('a policy that never stops anything gives each rule the outcome that it has alone', async () => {
  await fc.assert(
    fc.asyncProperty(lines, manifest, decisions, async (text, given, decided) => {
      const session = opened(writeSessionFile(sessionOf(text.join('\n'))));
      const policy = policyOf(JSON.stringify(given));
      const { replay: whole, turnAt } = await replay(session, policy, decided, unhurried);
      expect(whole.functions.map(({ replayed }) => replayed)).toEqual(whole.functions.map(({ recorded }) => recorded));
      for (const rule of policy.rules) {
        const judged = ruleOf(policy, rule, session.history.functions);
        const { codes } = await sweep(session, judged, { ...decided, declared: declaredBy(policy) }, unhurried);
        for (const { index, invocation } of session.history.turns) {
          const step = turnAt(index).steps.find(({ id }) => id === rule.id);
          const alone = verdictKinds[codes[index] ?? 0] ?? 'n/a';
          // A call that did not run has no steps after it, whatever verdict a rule would have.
          const at = invocation === undefined ? undefined : session.history.invocations[invocation];
          const hasNone = rule.hook === 'middleware.after' && at?.outcome === 'restricted';
          expect([...verdicts[step?.outcome ?? 'skipped'], ...(hasNone ? [alone] : [])], rule.id).toContain(alone);
        }
      }
    }),
    { numRuns: 30 },
  );
});

const checks = [
  'input.n < 4',
  'context.capabilities.refund.count_restricted < 1',
  'context.capabilities.refund.count_successful < 2',
];
const onFail = fc.constantFrom(undefined, 'continue', 'lock_task', 'block');
const policed = (texts: readonly string[], fails: fc.Arbitrary<string | undefined>) =>
  fc.array(
    fc
      .record({
        assert: fc.constantFrom(...texts),
        condition: fc.constantFrom(undefined, 'context.llm.tokens.total > 0'),
        on_fail: fails,
        error_message: fc.constantFrom(undefined, '{input} at {double(context.llm.tokens.total)}, {1u}'),
      })
      .map((step) => JSON.parse(JSON.stringify(step)) as RecordValue),
    { maxLength: 2 },
  );
const invoke: RecordValue = { invoke: 'audit', bindings: { n: 'input.n' } };
const audited = 'context.capabilities.audit.count_successful < 3';
const guards = fc.constantFrom(undefined, 'continue', 'lock_task');
const enforced = fc
  .record({
    beforeFirst: policed(checks, onFail),
    before: policed([...checks, audited], onFail),
    after: policed(['output.ok', 'input.n != 3', 'context.capabilities.refund.count_successful < 3', audited], onFail),
    guardBefore: policed(['size(input.message[0].text) < 5', 'context.capabilities._meta.count < 4'], guards),
    guardAfter: policed(['output.message[0].text != "secret"', 'size(context.output) < 3'], guards),
    invokes: fc.constantFrom('before', 'after', 'never'),
    bound: fc.constantFrom('context.capabilities._meta.count', 'context.user.id', 'context.nothing', '[1, 2]'),
  })
  .map(({ beforeFirst, before, after, guardBefore, guardAfter, invokes, bound }) => ({
    name: 'boss',
    guardrails: { before: guardBefore, after: guardAfter },
    capabilities: {
      audit: '*',
      lookup: '*',
      refund: {
        bindings: { by: bound },
        before_first: beforeFirst,
        before: invokes === 'before' ? [invoke, ...before] : before,
        after: invokes === 'after' ? [...after, invoke] : after,
      },
    },
  }));

type Operation = readonly [string, RecordValue];
const modelCall: Operation = ['llm', { prompt: 3, completion: 1 }];

const operation: fc.Arbitrary<readonly Operation[]> = fc.oneof(
  fc.constantFrom('hi', 'longer').map((text) => [['input', say(text)]] as const),
  fc.constant([modelCall]),
  // An answer belongs to a model call: a rule about answers runs there.
  fc.constantFrom('fine', 'secret').map((text) => [modelCall, ['output', say(text)]] as const),
  fc
    .record({ n: fc.nat(5), ok: fc.boolean() })
    .map(({ n, ok }) => [['call', { function: 'refund', args: { n }, result: { ok } }]] as const),
  fc.nat(5).map((n) => [['call', { function: 'refund', args: { n }, error: 'HTTP 503' }]] as const),
  fc.constant([['call', { function: 'lookup', args: {}, result: {} }]] as const),
);

it('a replay of a session under the policy that it was run under changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(enforced, fc.array(operation, { maxLength: 16 }), async (given, operations) => {
      const start: RecordValue = { user: { id: 'u-1' }, manifest: given, script_results: { audit: { done: true } } };
      const run = new Driven(start);
      run.call('input', say('hi'));
      for (const [op, args] of operations.flat()) run.call(op, args);
      const opening = task.opening({ started_at: '2026-05-20T03:00:00Z', ...start });
      if (!opening.ok) throw new Error(opening.problem.message);
      const { header, events } = opening.value;
      const all = [...events, ...run.events];
      const session = opened(writeSessionFile({ system: 'task', header, events: all, notes: [] }));
      const { replay: whole, turnAt } = await replay(
        session,
        policyOf(JSON.stringify(given)),
        defaultDecisions,
        unhurried,
      );
      expect(whole.functions.map(({ replayed }) => replayed)).toEqual(whole.functions.map(({ recorded }) => recorded));
      const isLocked = all.some(({ type }) => type === 'locked');
      expect(whole.lockedAt).toBe(isLocked ? session.history.turns.length - 1 : null);
      expect(whole.divergesAt).toBeNull();
      for (const { turn, outcome, reason } of session.history.invocations)
        expect(outcome === 'restricted' ? turnAt(turn).error : null).toBe(outcome === 'restricted' ? reason : null);
    }),
    { numRuns: 60 },
  );
});

it('the manifest of an agent does not apply to an agent that it delegates to', async () => {
  const given: RecordValue = {
    name: 'boss',
    guardrails: { after: [{ assert: '!output.message[0].text.contains("secret")' }] },
    capabilities: { helper: '*' },
  };
  const start: RecordValue = { manifest: given, agents: { helper: { name: 'helper' } } };
  const run = new Driven(start);
  run.call('input', say('hi'));
  run.call('llm', { prompt: 1, completion: 1 });
  run.call('call', { function: 'helper', args: { message: 'find it' } }, { as: 'helper' });
  run.call('llm', { prompt: 1, completion: 1 }, { on: 'helper' });
  run.call('output', say('the secret'), { on: 'helper' });
  run.call('llm', { prompt: 1, completion: 1 });
  run.call('output', say('fine'));
  const opening = task.opening({ started_at: '2026-05-20T03:00:00Z', ...start });
  if (!opening.ok) throw new Error(opening.problem.message);
  const { header, events } = opening.value;
  const session = opened(writeSessionFile({ system: 'task', header, events: [...events, ...run.events], notes: [] }));
  expect(session.history.outputs.length).toBeGreaterThan(0);
  const { replay: whole } = await replay(session, policyOf(JSON.stringify(given)), defaultDecisions, unhurried);
  expect([whole.lockedAt, whole.divergesAt]).toEqual([null, null]);
  expect(whole.functions.map(({ replayed }) => replayed)).toEqual(whole.functions.map(({ recorded }) => recorded));
  const [listed] = policyOf(JSON.stringify(given)).rules;
  if (listed === undefined) throw new Error('The manifest has one rule.');
  const rule = ruleOf(policyOf(JSON.stringify(given)), listed, session.history.functions);
  const answering = session.history.turns.filter(({ answers }) => answers).map(({ node }) => node);
  expect([...eligibleTurns(session, rule)].map((turn) => session.history.turns[turn]?.node)).toEqual([
    answering.at(-1),
  ]);
  expect(new Set(answering).size).toBe(2);
});
