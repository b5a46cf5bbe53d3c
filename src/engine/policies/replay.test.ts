import { describe, expect, it } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { literal } from '../cel/index.ts';
import { openSessionOf } from '../rules/testing.ts';
import { sweep } from '../rules/sweep.ts';
import { replay, type ReplayedTurn } from './replay.ts';
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

async function replayed(manifest: string, text = recorded) {
  const session = openSessionOf(text);
  const turns: ReplayedTurn[] = [];
  const result = await replay(session, policyOf(manifest), defaultDecisions, unhurried, (turn, each) => {
    turns[turn] = each;
  });
  return { ...result, turns, outcomes: turns.map(({ outcome }) => outcome) };
}

describe('a replay', () => {
  it('blocks what the policy blocks, and tells where the recording would have gone another way', async () => {
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
        recorded: { successful: 3, errored: 0, restricted: 0 },
        replayed: { successful: 2, errored: 0, restricted: 1 },
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
    expect(literal(turns[2]?.transformed ?? null)).toBe('{"ok": true, "note": "checked"}');
    expect(turns[2]?.original).toEqual({ ok: true });
  });

  it('shows what a call was really passed beside what a transform made of it', async () => {
    const { turns } = await replayed(`
capabilities:
  refund:
    before:
      - transform: input.put('amount', 1)
`);
    expect(literal(turns[3]?.transformed ?? null)).toBe('{"amount": 1}');
    expect(turns[3]?.original).toEqual({ amount: 1200 });
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

  it('diverges where a call that was restricted would have run: what came of it is not made up', async () => {
    const { divergesAt } = await replayed(
      'capabilities:\n  refund:\n    before:\n      - assert: "true"\n',
      'refund({"amount": 1200}) xx too much',
    );
    expect(divergesAt).toBe(0);
  });

  it('does not guess: what the recording lacks, and what a reviewer would say, is unknown and stops nothing', async () => {
    const { outcomes } = await replayed(`
capabilities:
  refund:
    before:
      - assert: review('boss')
      - assert: input.amount < 100
`);
    expect(outcomes.slice(2, 5)).toEqual(['unknown', 'block', 'unknown']);
  });

  it('names what it would have invoked, and goes on', async () => {
    const { turns } = await replayed(`
capabilities:
  refund:
    before:
      - invoke: audit:log
        bindings: { sum: input.amount + 1 }
`);
    expect(turns[2]?.steps[0]).toMatchObject({ outcome: 'passed', invoked: { name: 'audit:log', args: { sum: 41 } } });
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

  it('guards what comes in and what is answered', async () => {
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
});
