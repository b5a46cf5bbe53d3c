import { expect, test } from 'vitest';
import { defaultDecisions } from '../engine/model/decisions.ts';
import type { Path } from '../engine/model/path.ts';
import { openSessionOf } from '../engine/rules/testing.ts';
import { why } from '../engine/rules/why.ts';
import { readersOf } from './readers.ts';

const session = openSessionOf(`
  user: pay
  pay({"amount": 3, "to": "x"}) -> {"ok": true}
  pay({"amount": 5, "to": "y"}) -> {"ok": true}
`);

function readers(expression: string, place: Path): readonly string[] {
  const answer = why(session, { expression, hook: 'middleware.before', match: null }, 2, defaultDecisions);
  if (!answer.ok) throw new Error(answer.problem.message);
  return readersOf(answer.value.parts, place).map(({ text }) => text);
}

test('a path is read by the whole chain that ends at or continues from it, not by the steps before it', () => {
  const rule = 'context.llm.tokens.total < 5 || input.amount > 3 || input.amount + 1 > 3';
  expect(readers(rule, ['input', 'amount'])).toEqual(['input.amount', 'input.amount']);
  expect(readers(rule, ['context', 'llm'])).toEqual(['context.llm.tokens.total']);
  expect(readers(rule, ['context', 'user'])).toEqual([]);
});

test('a part that reads a whole list reads its elements', () => {
  const rule = 'size(context.input) > 0 && context.capabilities.pay.inputs.exists(i, i.amount > 2)';
  expect(readers(rule, ['context', 'input', 0])).toEqual(['context.input']);
  expect(readers(rule, ['context', 'capabilities', 'pay', 'inputs', 0, 'amount'])).toEqual([
    'context.capabilities.pay.inputs',
    'i.amount',
  ]);
});
