import { expect, it } from 'vitest';
import { unhurried } from '../base/pace.ts';
import { defaultDecisions as decisions } from '../engine/model/decisions.ts';
import { writeSessionFile } from '../engine/model/session-file.ts';
import { sessionOf } from '../engine/model/testing.ts';
import { methods } from './methods.ts';
import type { Rule } from './protocol.ts';

const refunds = `
  user {"ticket_id": "T-1"}: I want my money back
  refund({"amount": 1200}) -> {"ok": true}
  refund({"amount": 40}) -> {"ok": true}
`;

async function opened() {
  const engine = methods();
  const text = writeSessionFile(sessionOf(refunds));
  const made = await engine.open({ text, name: 'a' }, unhurried);
  if (!made.ok) throw new Error(made.problem.message);
  const outline = await engine.openSession({ source: made.value.source, entry: 0 }, unhurried);
  if (!outline.ok) throw new Error(outline.problem.message);
  return { engine, session: outline.value.ref };
}

const ruleOf = (expression: string): Rule => ({ hook: 'middleware.before', match: 'refund', expression });

it('each turn has its values behind the paths of the rule', async () => {
  const { engine, session } = await opened();
  const rule = ruleOf('input.amount <= 1000');
  const at = async (turn: number) => await engine.inlineValues({ session, rule, turn, decisions }, unhurried);
  expect(await at(1)).toEqual({ ok: true, value: [{ at: 12, text: '1200' }] });
  expect(await at(2)).toEqual({ ok: true, value: [{ at: 12, text: '40' }] });
  expect(await at(0)).toEqual({ ok: true, value: [] });
});

it('signature help names the variables of this hook', async () => {
  const { engine, session } = await opened();
  const answer = await engine.signature({ session, rule: ruleOf('review('), offset: 7, decisions }, unhurried);
  expect(answer).toMatchObject({
    ok: true,
    value: { parameter: 0, signatures: [{ label: 'review(user: string): bool' }] },
  });
});

it('a bound name is found with its places, renamed, and refused in a sentence', async () => {
  const { engine, session } = await opened();
  const rule = ruleOf('[1].all(x, x < input.amount)');
  expect(await engine.binding({ expression: rule.expression, offset: 8 }, unhurried)).toMatchObject({
    ok: true,
    value: {
      name: 'x',
      places: [
        { start: 8, end: 9 },
        { start: 11, end: 12 },
      ],
    },
  });
  const to = (name: string) => engine.renameBinding({ session, rule, offset: 8, to: name, decisions }, unhurried);
  expect(await to('n')).toMatchObject({ ok: true });
  expect(await to('input')).toMatchObject({
    ok: false,
    problem: { message: expect.stringContaining('would become one') },
  });
});

it('an expression is formatted in its usual form', async () => {
  const { engine } = await opened();
  expect(await engine.format({ expression: 'a&&b // why' }, unhurried)).toEqual({ ok: true, value: 'a && b // why' });
  expect(await engine.format({ expression: 'a &&' }, unhurried)).toEqual({ ok: true, value: null });
});
