import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Stopped, unhurried, type Pace } from '../../base/pace.ts';
import { defaultDecisions, type Decisions } from '../model/decisions.ts';
import type { HookId } from '../model/hooks.ts';
import { verdictKinds } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { scopeAt } from './hook-scope.ts';
import { judge } from './judge.ts';
import { planRule } from './plan-rule.ts';
import type { Rule } from './rule.ts';
import { find, sweep, type SweepResult } from './sweep.ts';
import { swept } from './swept.ts';
import { openSessionOf } from './testing.ts';

const refunds = openSessionOf(`
  user {"ticket_id": "T-1"}: I want my money back
  model (100+20): I look it up
  lookup({"id": 7}) -> {"status": "open"}
  model (150+30): refunding
  refund({"amount": 1200}) -> {"ok": true}
  refund({"amount": 40}) !! HTTP 503
  agent (10+5): Done.
`);

async function verdicts(
  hook: HookId,
  expression: string,
  {
    match = null,
    session = refunds,
    decisions = {},
  }: Partial<Rule> & { session?: OpenSession; decisions?: Partial<Decisions> } = {},
) {
  const { codes } = await sweep(session, { hook, expression, match }, { ...defaultDecisions, ...decisions }, unhurried);
  return [...codes].map((code) => verdictKinds[code]).join(' ');
}

describe('a sweep', () => {
  it('judges only the turns that a hook gates', async () => {
    expect(await verdicts('turn', 'true')).toBe('pass pass pass pass pass pass pass');
    expect(await verdicts('guardrail.before', 'true')).toBe('pass n/a n/a n/a n/a n/a n/a');
    expect(await verdicts('guardrail.after', 'true')).toBe('n/a n/a n/a n/a n/a n/a pass');
    expect(await verdicts('middleware.before', 'true')).toBe('n/a n/a pass n/a pass pass n/a');
    expect(await verdicts('middleware.before', 'true', { match: 'refund' })).toBe('n/a n/a n/a n/a pass pass n/a');
    expect(await verdicts('prompt', '1')).toBe('n/a value n/a value n/a n/a value');
  });

  it('shows a before hook the state before the turn, and an after hook the state with it', async () => {
    const refunded = 'context.capabilities.refund.count_successful > 0';
    expect(await verdicts('middleware.before', refunded)).toBe('n/a n/a fire n/a fire pass n/a');
    expect(await verdicts('middleware.after', refunded)).toBe('n/a n/a fire n/a pass pass n/a');
  });

  it('knows input, output and their short names where the specification has them', async () => {
    expect(await verdicts('middleware.before', 'i.amount <= 1000', { match: 'refund' })).toBe(
      'n/a n/a n/a n/a fire pass n/a',
    );
    expect(await verdicts('middleware.after', 'has(o.error) == has(output.error) && !has(o.error)')).toBe(
      'n/a n/a pass n/a pass fire n/a',
    );
    expect(await verdicts('guardrail.after', 'output.message[0].text == "Done."')).toBe('n/a n/a n/a n/a n/a n/a pass');
    expect(await verdicts('guardrail.before', 'input.ticket_id == "T-1" && c.cap.refund.count_errored == 0')).toBe(
      'pass n/a n/a n/a n/a n/a n/a',
    );
    expect(await verdicts('binding', 'input.amount')).toBe('n/a n/a error n/a error error n/a');
  });

  it('takes now from the turn, as text', async () => {
    expect(await verdicts('middleware.before', 'timestamp(now).getMinutes() == 4')).toBe(
      'n/a n/a fire n/a pass fire n/a',
    );
  });

  it('is unknown where the recording lacks a value, unless logic absorbs it', async () => {
    const session = openSessionOf('user: hi\nmodel: thinking\nagent (10+5): hello');
    const total = 'context.llm.tokens.total < 5';
    expect(await verdicts('turn', total, { session })).toBe('pass unknown unknown');
    expect(await verdicts('turn', `${total} || true`, { session })).toBe('pass pass pass');
    expect(await verdicts('turn', `${total} && false`, { session })).toBe('fire fire fire');
  });

  it('counts an error apart from a firing, and leaves asserts of other types to the decision', async () => {
    expect(await verdicts('middleware.before', 'input.amount <= 1000')).toBe('n/a n/a error n/a fire pass n/a');
    expect(await verdicts('middleware.after', 'output')).toBe('n/a n/a pass n/a pass pass n/a');
    expect(await verdicts('middleware.after', 'output', { decisions: { nonBoolean: 'error' } })).toBe(
      'n/a n/a error n/a error error n/a',
    );
  });

  it('follows the decision on the order of a capability’s lists', async () => {
    const latest = 'context.capabilities.refund.inputs[0].amount == 40';
    expect(await verdicts('guardrail.after', latest)).toMatch(/pass$/);
    expect(await verdicts('guardrail.after', latest, { decisions: { capabilityOrder: 'oldest-first' } })).toMatch(
      /fire$/,
    );
  });

  it('reads every number as a double where the runtime does', async () => {
    const decisions = { jsonNumbers: 'all-double' } as const;
    const half = 'context._history.turn_count * 0.5 < 2.0';
    expect(await verdicts('guardrail.after', half)).toMatch(/error$/);
    expect(await verdicts('guardrail.after', half, { decisions })).toMatch(/fire$/);
    expect(await verdicts('guardrail.after', 'c.cap.refund.inputs.exists(x, x.amount == 40.0)', { decisions })).toMatch(
      /pass$/,
    );
    expect(await verdicts('middleware.before', 'type(input.amount) == double', { match: 'refund', decisions })).toBe(
      'n/a n/a n/a n/a pass pass n/a',
    );
  });

  it('finds the session’s own state under the name of its system', async () => {
    expect(await verdicts('turn', 'task.phase == "idle"')).toBe('fire fire fire fire fire fire pass');
  });

  it('does not judge a rule that does not parse', async () => {
    const { problem, counts } = await sweep(
      refunds,
      { hook: 'turn', expression: 'context.', match: null },
      defaultDecisions,
      unhurried,
    );
    expect(problem?.code).toBe('cel/parse');
    expect(counts.eligible).toBe(0);
  });

  it('stops on request', async () => {
    const long = openSessionOf(Array.from({ length: 200 }, () => 'user: again').join('\n'));
    let now = 0;
    const pace: Pace = { now: () => (now += 100), breathe: async () => {}, stopped: true };
    await expect(
      sweep(long, { hook: 'turn', expression: 'true', match: null }, defaultDecisions, pace),
    ).rejects.toBeInstanceOf(Stopped);
  });

  it('is cached for the same rule under the same decisions', async () => {
    const rule: Rule = { hook: 'middleware.before', expression: 'input.amount <= 1000', match: null };
    const first = await swept(refunds, rule, defaultDecisions, unhurried);
    expect(first).toEqual(await sweep(refunds, rule, defaultDecisions, unhurried));
    expect(await swept(refunds, { ...rule }, { ...defaultDecisions }, unhurried)).toBe(first);
    for (const [other, decisions] of [
      [{ ...rule, match: 'refund' }, {}],
      [{ ...rule, hook: 'middleware.after' }, {}],
      [{ ...rule, functions: ['lookup'] }, {}],
      [{ ...rule, condition: 'false' }, {}],
      [{ ...rule, yields: 'value' }, {}],
      [rule, { jsonNumbers: 'all-double' }],
    ] as const) {
      const chosen = { ...defaultDecisions, ...decisions };
      expect(await swept(refunds, other, chosen, unhurried)).toEqual(await sweep(refunds, other, chosen, unhurried));
    }
  });

  it('continues where it was stopped', async () => {
    const turns = Array.from({ length: 200 }, (_, turn) => `  refund({"amount": ${(turn * 7) % 20}}) -> {"ok": true}`);
    const session = openSessionOf(`\n  user: refunds\n${turns.join('\n')}\n`);
    const expression = 'context.capabilities.refund.inputs.filter(i, i.amount > 10).size() % 3 != 0';
    const rule: Rule = { hook: 'turn', expression, match: null };
    let now = 0;
    let breaths = 0;
    const impatient: Pace = {
      now: () => (now += 100),
      breathe: async () => void breaths++,
      get stopped() {
        return breaths % 30 === 29 && stops < breaths / 30;
      },
    };
    let stops = 0;
    const judgeOn = (): Promise<SweepResult> =>
      swept(session, rule, defaultDecisions, impatient).catch((error: unknown) => {
        if (!(error instanceof Stopped) || ++stops > 20) throw error;
        return judgeOn();
      });
    expect(await judgeOn()).toEqual(await sweep(session, rule, defaultDecisions, unhurried));
    expect(stops).toBeGreaterThan(3);
  });

  it('finds turns by an expression', async () => {
    const { matches } = await find(
      refunds,
      'context.capabilities.refund.count_errored > 0',
      defaultDecisions,
      unhurried,
    );
    expect(matches).toEqual([5, 6]);
  });
});

describe('walking forward once', () => {
  const call = fc.record({ amount: fc.integer({ min: 0, max: 5 }), failed: fc.boolean() });
  const bodies = ['x.amount > 2', 'x.amount / (x.amount - 3) > 0', 'x.nope == 1', 'x.amount == 1 || x.nope'];
  const macros = ['exists', 'all', 'exists_one'];

  it('gives the verdicts that each turn on its own would give', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 12 }),
        fc.constantFrom(...macros),
        fc.constantFrom(...bodies),
        fc.constantFrom<Decisions['capabilityOrder'][]>('newest-first', 'oldest-first'),
        async (calls, macro, body, capabilityOrder) => {
          const lines = calls.map(({ amount, failed }) => `pay({"amount": ${amount}}) ${failed ? '!! no' : '-> {}'}`);
          const session = openSessionOf(['user: pay', ...lines].join('\n'));
          const decisions = { ...defaultDecisions, capabilityOrder };
          const expression = `context.capabilities.pay.inputs.${macro}(x, ${body})`;
          const rule: Rule = { hook: 'turn', expression, match: null };
          const { codes } = await sweep(session, rule, decisions, unhurried);
          const planned = planRule(session, rule);
          if (!planned.ok) throw new Error(planned.problem.message);
          const { program } = planned.value;
          const alone = session.history.turns.map(({ index }) =>
            judge(program.run(scopeAt(session, 'turn', decisions).moveTo(index)), { hook: 'turn' }, decisions),
          );
          expect([...codes].map((code) => verdictKinds[code])).toEqual(alone);
        },
      ),
    );
  });
});
