import { describe, expect, it } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { defaultDecisions, type Decisions } from '../model/decisions.ts';
import { literal } from '../cel/index.ts';
import { policyOutcomes } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { openSessionOf } from '../rules/testing.ts';
import { sweep } from '../rules/sweep.ts';
import { task } from '../systems/task/index.ts';
import { replay } from './replay.ts';
import { ruleOf } from './rule-of.ts';
import { policyOf } from './testing.ts';

const recorded = `
  user: refund my orders
  model: hm
  refund({"amount": 40}) -> {"ok": true}
  refund({"amount": 1200}) -> {"ok": true}
  refund({"amount": 50}) -> {"ok": true}
  agent: done
`;

async function replayed(
  manifest: string,
  text = recorded,
  {
    session = openSessionOf(text),
    decisions = defaultDecisions,
  }: { session?: OpenSession; decisions?: Decisions } = {},
) {
  const { replay: result, turnAt } = await replay(session, policyOf(manifest), decisions, unhurried);
  const turns = session.history.turns.map(({ index }) => turnAt(index));
  const outcomes = turns.map(({ outcome }) => outcome);
  expect([...result.codes].map((code) => policyOutcomes[code])).toEqual(outcomes);
  return { ...result, turns, outcomes };
}

describe('a replay', () => {
  it('blocks what the policy blocks, and reports the first turn that differs from the recording', async () => {
    const { outcomes, divergesAt, lockedAt, functions, turns } = await replayed(`
capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
        error_message: "{input.amount} is too much"
`);
    expect(outcomes).toEqual(['none', 'none', 'pass', 'block', 'pass', 'none']);
    expect({ divergesAt, lockedAt }).toEqual({ divergesAt: 3, lockedAt: null });
    expect(turns[3]?.error).toBe('1200 is too much');
    expect(functions).toEqual([
      {
        function: 'refund',
        recorded: { successful: 3, errored: 0, restricted: 0, pending: 0, 'no-result': 0 },
        replayed: { successful: 2, errored: 0, restricted: 1, pending: 0, 'no-result': 0 },
      },
    ]);
  });

  it('counts its own blocks: later steps see them', async () => {
    const { outcomes } = await replayed(`
capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
      - assert: context.capabilities.refund.count_restricted == 0
        on_fail: lock_task
`);
    expect(outcomes).toEqual(['none', 'none', 'pass', 'block', 'lock', 'none']);
  });

  it('runs steps in order: the first that blocks ends the list, one that continues does not', async () => {
    const { turns } = await replayed(`
capabilities:
  refund:
    before_first:
      - assert: "true"
    before:
      - assert: input.amount < 45
        on_fail: continue
      - assert: "false"
        condition: input.amount > 45
      - assert: "true"
`);
    const steps = (turn: number) => turns[turn]?.steps.map(({ outcome }) => outcome);
    expect(steps(2)).toEqual(['passed', 'passed', 'skipped', 'passed']);
    expect(steps(3)).toEqual(['failed', 'failed', 'not-reached']);
    expect(turns[2]?.outcome).toBe('pass');
  });

  it('shows a transform beside what the model saw, and lets later steps see it', async () => {
    const { turns, outcomes } = await replayed(`
capabilities:
  refund:
    after:
      - transform: "{'ok': output.ok, 'note': 'checked'}"
      - assert: output.note == 'checked'
`);
    expect(outcomes[2]).toBe('pass');
    const [change] = turns[2]?.changes ?? [];
    expect(literal(change?.changed ?? null)).toBe('{"ok": true, "note": "checked"}');
    expect(change).toMatchObject({ part: 'output', recorded: { ok: true } });
  });

  it('shows recorded arguments beside transformed ones, and recorded results beside transformed ones', async () => {
    const { turns } = await replayed(`
capabilities:
  refund:
    before:
      - transform: input.put('amount', 1)
    after:
      - transform: input.amount
`);
    const changes = turns[3]?.changes ?? [];
    expect(changes.map(({ part, changed }) => [part, literal(changed)])).toEqual([
      ['input', '{"amount": 1}'],
      ['output', '1'],
    ]);
    expect(changes.map((change) => change.recorded)).toEqual([{ amount: 1200 }, { ok: true }]);
  });

  it('does not diverge where the recording was restricted at the same call', async () => {
    const { divergesAt, outcomes } = await replayed(
      `
capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
`,
      `
      refund({"amount": 1200}) xx too much
      refund({"amount": 10}) -> {"ok": true}
    `,
    );
    expect(outcomes).toEqual(['block', 'pass']);
    expect(divergesAt).toBeNull();
  });

  it('diverges where a restricted call would have run, and does not make up its result', async () => {
    const { divergesAt } = await replayed(
      'capabilities:\n  refund:\n    before:\n      - assert: "true"\n',
      'refund({"amount": 1200}) xx too much',
    );
    expect(divergesAt).toBe(0);
  });

  it('does not guess: missing values and reviews are unknown and stop nothing', async () => {
    const { outcomes } = await replayed(`
capabilities:
  refund:
    before:
      - assert: review('boss')
      - assert: input.amount < 100
`);
    expect(outcomes.slice(2, 5)).toEqual(['unknown', 'block', 'unknown']);
  });

  it('names the function that it would have invoked, and continues', async () => {
    const { turns } = await replayed(`
capabilities:
  refund:
    before:
      - invoke: audit:log
        bindings: { sum: input.amount + 1 }
`);
    expect(turns[2]?.steps[0]).toMatchObject({
      outcome: 'passed',
      invoked: { name: 'audit:log', args: { sum: 41 }, isRecorded: false },
    });
  });

  it('judges a policy of one assertion as its rule is judged alone', async () => {
    const manifest =
      'capabilities:\n  refund:\n    before:\n      - assert: input.amount <= 45\n        condition: input.amount != 40\n';
    const policy = policyOf(manifest);
    const session = openSessionOf(recorded);
    const [rule] = policy.rules;
    if (rule === undefined) throw new Error('the policy has a rule');
    const alone = await sweep(session, ruleOf(policy, rule, session.history.functions), defaultDecisions, unhurried);
    const { outcomes } = await replayed(manifest);
    expect(alone.counts).toMatchObject({ fire: 2, pass: 0 });
    expect(outcomes).toEqual(['none', 'none', 'none', 'block', 'block', 'none']);
  });

  it('guards inputs and answers', async () => {
    const { outcomes } = await replayed(`
guardrails:
  before:
    - assert: size(input.message[0].text) < 5
      on_fail: continue
  after:
    - assert: output.message[0].text == "no"
`);
    expect(outcomes[0]).toBe('continued');
    expect(outcomes.at(-1)).toBe('lock');
  });

  it('blocks although its message names a missing value', async () => {
    const { turns } = await replayed(`
capabilities:
  refund:
    before:
      - assert: input.amount > 5000
        error_message: "ask {review('boss')} about {input.amount}"
`);
    expect(turns[2]).toMatchObject({ outcome: 'block', error: "ask {review('boss')} about 40" });
    expect(turns[2]?.steps[0]).toMatchObject({ outcome: 'failed' });
  });

  it('fails a step whose condition cannot be evaluated, because it might have had to run', async () => {
    const { turns, outcomes } = await replayed(`
capabilities:
  refund:
    before:
      - assert: "true"
        condition: input.nothing
        on_fail: continue
`);
    expect(outcomes[2]).toBe('continued');
    expect(turns[2]?.steps[0]?.message).toContain('no such key');
  });

  it('counts an assertion that cannot be evaluated as the session’s settings say', async () => {
    const manifest = 'capabilities:\n  refund:\n    before:\n      - assert: input.nothing\n';
    expect((await replayed(manifest)).outcomes[2]).toBe('block');
    const open: Decisions = { ...defaultDecisions, assertError: 'open' };
    expect((await replayed(manifest, recorded, { decisions: open })).outcomes[2]).toBe('pass');
    const strict: Decisions = { ...defaultDecisions, nonBoolean: 'error' };
    const truthy = 'capabilities:\n  refund:\n    before:\n      - assert: "7"\n';
    expect((await replayed(truthy, recorded, { decisions: strict })).outcomes[2]).toBe('block');
  });

  it('has no result for the steps after a call that failed', async () => {
    const { outcomes, turns } = await replayed(
      'capabilities:\n  refund:\n    after:\n      - assert: "false"\n',
      'refund({"amount": 1}) !! HTTP 503\nrefund({"amount": 1}) -> {"ok": true}',
    );
    expect(outcomes).toEqual(['none', 'block']);
    expect(turns[0]?.steps).toEqual([]);
  });

  it('lets a withheld call through, because its result is recorded', async () => {
    const text = 'refund({"amount": 1}) -> {"ok": true} xx withheld\nrefund({"amount": 2}) -> {"ok": true}';
    const { divergesAt, functions } = await replayed(
      'capabilities:\n  refund:\n    after:\n      - assert: output.ok\n',
      text,
    );
    expect(divergesAt).toBe(0);
    expect(functions[0]).toMatchObject({ recorded: { restricted: 1 }, replayed: { successful: 2, restricted: 0 } });
  });

  it('sees its own withheld results as restricted, in lists as in counts', async () => {
    const { outcomes } = await replayed(
      `
capabilities:
  refund:
    after:
      - assert: context.capabilities.refund.restricted.filter(r, r).size() < 2
        on_fail: lock_task
      - assert: input.amount < 10
`,
      [10, 11, 1, 1].map((amount) => `refund({"amount": ${amount}}) -> {"ok": true}`).join('\n'),
    );
    expect(outcomes).toEqual(['block', 'block', 'lock', 'lock']);
  });

  it('knows that its own step invoked a function, but not the outcome', async () => {
    const { turns } = await replayed(
      `
capabilities:
  refund:
    before:
      - invoke: audit
        bindings: { sum: input.amount }
      - assert: context.capabilities.audit.inputs[0].sum == input.amount
      - assert: context.capabilities._meta.count == 1
      - assert: context.capabilities.audit.count_successful == 1
`,
      'user: hi\nrefund({"amount": 3}) -> {}',
    );
    expect(turns[1]?.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'unknown']);
  });

  it('binds parameters before any step sees the arguments, and shows them beside the passed ones', async () => {
    const { turns, outcomes } = await replayed(
      `
capabilities:
  refund:
    bindings:
      amount: 7 * size(context.input)
      by: context.user.id
    before:
      - assert: "input == {'amount': 7, 'to': 'x', 'by': 'u-1'}"
    after:
      - assert: input.amount == 7
`,
      'user: hi\nrefund({"amount": 300, "to": "x"}) -> {}',
    );
    expect(outcomes).toEqual(['none', 'pass']);
    expect(turns[1]?.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect(turns[1]?.changes).toMatchObject([{ part: 'input', recorded: { amount: 300, to: 'x' } }]);
    expect(literal(turns[1]?.changes[0]?.changed ?? null)).toBe('{"amount": 7, "to": "x", "by": "u-1"}');
  });

  it('fails a call whose binding fails: no step sees it, and it counts as errored', async () => {
    const { turns, functions, divergesAt } = await replayed(
      `
capabilities:
  refund:
    bindings: { by: context.nobody }
    before: [{ assert: "false" }]
`,
      'refund({"amount": 300}) -> {}',
    );
    expect(turns[0]?.error).toContain('The binding of by could not be evaluated: no such key');
    expect(functions[0]?.replayed).toMatchObject({ successful: 0, errored: 1, restricted: 0 });
    expect(divergesAt).toBe(0);
  });

  it('takes the result of its step’s invocation from the recording, if it is there', async () => {
    const session = sessionWith([
      { type: 'input-received', message: [] },
      { type: 'result-recorded', function: 'audit', args: { sum: 3 }, outcome: 'ok', output: { id: 7 } },
      { type: 'capability-invoked', function: 'refund', args: { amount: 3 }, outcome: 'ok', output: {} },
    ]);
    const { turns, functions } = await replayed(
      `
capabilities:
  refund:
    before:
      - assert: context.capabilities.audit.count_successful == 0
      - invoke: audit
        bindings: { sum: input.amount }
      - assert: context.capabilities.audit.outputs[0].id == 7
`,
      '',
      { session },
    );
    expect(turns[1]?.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed']);
    expect(functions.map(({ replayed: counts }) => counts.successful)).toEqual([1, 1]);
  });

  it('counts in the context that a turn belongs to', async () => {
    const call = { type: 'capability-invoked', function: 'refund', args: { amount: 3 }, outcome: 'ok', output: {} };
    const session = sessionWith([
      call,
      { type: 'task-created', node: 't2', agent: 'helper' },
      { ...call, node: 't2' },
      { ...call, node: 't2' },
      call,
    ]);
    const { outcomes } = await replayed(
      `
capabilities:
  refund:
    before_first:
      - assert: "false"
    before:
      - assert: context.capabilities.refund.count_restricted == 1
        on_fail: lock_task
`,
      '',
      { session },
    );
    expect(outcomes).toEqual(['block', 'block', 'pass', 'pass']);
  });
});

function sessionWith(events: readonly object[]): OpenSession {
  const checked = task.check({ system: 'task', header: { title: 't' }, events, notes: [] });
  if (!checked.ok) throw new Error(checked.problem.message);
  return { ...openSessionOf('user: hi'), session: checked.value, history: task.history(checked.value) };
}
