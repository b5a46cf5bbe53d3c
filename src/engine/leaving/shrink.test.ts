import { expect, test } from 'vitest';
import { defaultDecisions } from '../model/decisions.ts';
import { openSessionOf } from '../rules/testing.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import { firstSession } from '../testing.ts';
import type { Rule } from '../rules/rule.ts';
import { reopened } from './cut.ts';
import { emptied, fieldsOf, isEmptied, withoutFields } from './fields.ts';
import { Stopped, unhurried, type Pace } from '../../base/pace.ts';
import { leave } from './leave.ts';
import { choiceOf, judgedBy, leavingOf } from './testing.ts';
import { outcomeAt } from './judged.ts';
import { valuesRead } from './reads.ts';

const session = openSessionOf(
  `
  user {"topic": "private matter"}: refund my orders, my number is 4711
  model (10+5): hm
  lookup({"id": 1, "note": "private"}) -> {"ok": true, "owner": {"name": "Ada", "city": "Rome"}}
  refund({"amount": 40, "recipient": {"name": "Ada", "iban": "DE00"}, "note": "private"}) -> {"ok": true, "receipt": "r-1"}
  refund({"amount": 2400, "recipient": {"name": "Bob", "iban": "DE11"}, "note": "private"}) -> {"ok": true}
  agent: done, privately
  `,
  { user: { id: 'u-1', email: 'ada@acme.io' } },
);

const rule = (expression: string): Rule => ({ expression, hook: 'middleware.before', match: 'refund' });

const rules = [
  'input.amount <= 1000',
  'input.amount > 1000 || input.recipient.name.endsWith("a")',
  '!("iban" in input.recipient) || input["amount"] > 5',
  'size(input) == 3',
  'context.capabilities.refund.count_successful < 1',
  '!context.capabilities.refund.inputs.exists(i, i.amount < 100 && size(i.recipient) == 2)',
  'context.input[0].message.exists(p, p.text.contains("4711"))',
  'has(input.note) && timestamp(now) > timestamp("2020-01-01T00:00:00Z")',
  'context.capabilities.lookup.outputs.all(o, o.owner.name != "Ada")',
];

test.each(rules)('a session cut from a turn keeps nothing that the rule does not read: %s', async (expression) => {
  const judged = judgedBy(rule(expression));
  const { text, turns, proof } = await leavingOf(
    session,
    { part: { kind: 'smallest', turns: [4] }, kinds: [] },
    judged,
  );
  const left = firstSession(text).session;
  const [turn = -1] = turns;
  expect(proof.differingTurns).toBe(0);
  const at = verdictAt(left, rule(expression), turn, defaultDecisions);
  expect(at).toEqual(verdictAt(session, rule(expression), 4, defaultDecisions));

  // Each field that is left is read by the rule, or the session does not open without it, or it holds nothing.
  const state = async (open: typeof left) => [
    await outcomeAt(open, turn, judged),
    valuesRead(open, judged.rules, turn, judged),
  ];
  const expected = await state(left);
  const { session: short } = left;
  for (const field of fieldsOf(short)) {
    if (field.at(-1) === 'title' || isEmptied(short, field)) continue;
    for (const fate of ['left out', 'emptied'] as const) {
      const again = reopened(left, withoutFields(short, [[field, fate]]));
      const isNeeded =
        again === null ||
        again.history.turns.length !== left.history.turns.length ||
        JSON.stringify(await state(again)) !== JSON.stringify(expected);
      expect(isNeeded, `${field.join('.')} ${fate}`).toBe(true);
    }
  }
});

test('the smallest session of the whole is one in which the rule fires', async () => {
  const judged = judgedBy(rule('input.amount <= 1000'));
  const { text, size, turns } = await leavingOf(session, { part: { kind: 'smallest-hit' }, kinds: [] }, judged);
  expect(size).toMatchObject({ turns: 1, ofTurns: 6 });
  expect(turns).toEqual([0]);
  expect(text).toContain('2400');
  for (const gone of ['private', 'Bob', 'iban', 'ada@', '4711', 'Rome']) expect(text).not.toContain(gone);
});

test('of several turns, each keeps its verdict', async () => {
  const judged = judgedBy(rule('context.capabilities.refund.count_successful < 1'));
  const { size, proof } = await leavingOf(session, { part: { kind: 'smallest', turns: [3, 4] } }, judged);
  expect(size.turns).toBe(2);
  expect(proof.differingTurns).toBe(0);
});

test('without the fields that no rule reads, all verdicts stay', async () => {
  const judged = judgedBy(rule('input.amount <= 1000'));
  const { text, size, proof } = await leavingOf(session, { onlyRead: true, kinds: [] }, judged);
  expect(size.turns).toBe(6);
  expect(proof).toMatchObject({ turns: 6, differingTurns: 0, judges: 1 });
  for (const kept of ['40', '2400']) expect(text).toContain(kept);
  for (const gone of ['private', 'Bob', 'DE11', 'ada@', '4711', 'Rome', 'hm']) expect(text).not.toContain(gone);
});

test('a field that no rule reads leaves out its value, also where a rule reads another one of the same name', async () => {
  const calls = openSessionOf(`
    pay({"from": {"secret": "alpha-11", "amount": 5}, "to": {"secret": "beta-22", "amount": 7}}) -> {"ok": true}
    pay({"from": {"secret": "alpha-33", "amount": 6}, "to": {"secret": "beta-44", "amount": 8}}) -> {"ok": true}
    pay({"from": {"secret": "alpha-55", "amount": 9}, "to": {"secret": "gamma-66", "amount": 9}}) -> {"ok": true}
  `);
  const reads = async (expression: string): Promise<string> => {
    const judged = judgedBy({ expression, hook: 'middleware.before', match: 'pay' });
    const { text, proof } = await leavingOf(calls, { onlyRead: true, kinds: [] }, judged);
    expect(proof).toMatchObject({ turns: 3, differingTurns: 0, judges: 1 });
    return (text.match(/(?:alpha|beta|gamma)-\d\d/g) ?? []).join(' ');
  };
  expect(await reads('input.to.secret.startsWith("beta")')).toBe('beta-22 beta-44 gamma-66');
  expect(await reads('input["from"].secret != ""')).toBe('alpha-11 alpha-33 alpha-55');
  expect(await reads('context.capabilities.pay.inputs.all(i, i.to.secret != "x")')).toBe('beta-22 beta-44');
  expect(await reads('has(input.to.secret)')).toBe('');
  expect(await reads('input.to.amount < input["from"].amount')).toBe('');
});

test('a whole number that JavaScript cannot hold is left out or emptied like others', async () => {
  const call = { name: 'pay', arguments: '{"id": 9007199254740993, "amount": 5, "other": 9007199254740995}' };
  const messages = [
    { role: 'user', content: 'pay it' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: call }] },
    { role: 'tool', tool_call_id: 'a', content: 'ok' },
  ];
  const { session: calls } = firstSession(JSON.stringify({ messages }));
  const judged = judgedBy({ expression: 'input.id > 5', hook: 'middleware.before', match: 'pay' });
  const { text, proof } = await leavingOf(calls, { onlyRead: true, kinds: [] }, judged);
  expect(proof.differingTurns).toBe(0);
  expect(text).toContain('9007199254740993');
  expect(text).not.toContain('9007199254740995');
});

test.each([{ part: { kind: 'smallest-hit' } as const }, { part: { kind: 'whole' } as const, onlyRead: true }])(
  'the search for $part.kind reports how far it is, never backwards, and can be stopped',
  async (chosen) => {
    const judged = judgedBy(rule('input.amount <= 1000'));
    const fractions: number[] = [];
    const stopAfter = (most: number): Pace => ({
      now: () => fractions.length * 100,
      breathe: async () => {},
      get stopped() {
        return fractions.length >= most;
      },
      progress: (fraction) => void fractions.push(fraction),
    });
    await leave(session, choiceOf(chosen), judged, 'test', stopAfter(Infinity));
    expect(fractions.length).toBeGreaterThan(20);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions[0]).toBeLessThan(0.2);
    expect(fractions.at(-1)).toBeGreaterThan(0.8);
    expect(Math.max(...fractions)).toBeLessThanOrEqual(1);
    fractions.length = 0;
    await expect(leave(session, choiceOf(chosen), judged, 'test', stopAfter(10))).rejects.toThrow(Stopped);
    expect(fractions.length).toBe(10);
  },
);

test('a verdict that needs a hidden value is reported with what hides it', async () => {
  const mail = openSessionOf('send({"to": "ann@acme-corp.io"}) -> "ok"\nsend({"to": "eve@other-corp.io"}) -> "ok"');
  const judged = judgedBy({
    expression: 'input.to.endsWith("@acme-corp.io")',
    hook: 'middleware.before',
    match: 'send',
  });
  const { proof } = await leavingOf(mail, { names: ['nobody here'] }, judged);
  expect(proof).toMatchObject({ turns: 2, differingTurns: 1, causes: ['email'] });
  expect(proof.differing[0]).toEqual({ turn: 0, here: 0, before: 'pass', after: 'fire' });
  expect((await leavingOf(mail, { kinds: [] }, judged)).proof.differingTurns).toBe(0);
});

test('turns of a range leave alone', async () => {
  const { size, text } = await leavingOf(session, { part: { kind: 'turns', from: 2, to: 4 }, kinds: [] });
  expect(size).toMatchObject({ turns: 2, ofTurns: 6 });
  expect(text).not.toContain('4711');
  expect(text).not.toContain('2400');
});

test('empty values of each type hold nothing', () => {
  expect(['a', 1, true, [1], { a: 1 }, null].map(emptied)).toEqual(['', 0, false, [], {}, null]);
});

test('what cannot be made is a problem with advice', async () => {
  const judged = judgedBy(rule('true'));
  const problemOf = async (chosen: Parameters<typeof choiceOf>[0]) => {
    const left = await leave(session, choiceOf(chosen), judged, 'test', unhurried);
    return left.ok ? null : left.problem.code;
  };
  expect(await problemOf({ part: { kind: 'smallest-hit' } })).toBe('leaving/no-hit');
  expect(await problemOf({ part: { kind: 'smallest', turns: [99] } })).toBe('leaving/no-turn');
  expect(await problemOf({ part: { kind: 'turns', from: 99, to: 100 } })).toBe('leaving/turns-need-others');
  expect(await problemOf({ paths: ['*'] })).toBe('leaving/unclear-path');
});
