import { expect, test } from 'vitest';
import { carriedOver } from './earlier.ts';

/** The storage of a tab, as the page without a database left it. */
function left(values: { readonly [key: string]: string }) {
  const kept = new Map(Object.entries(values));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const rule = { expression: 'input.amount <= 30', hook: 'middleware.before', match: null } as const;

const policy = JSON.stringify({
  name: 'policy.yaml',
  text: 'capabilities:\n',
  policyRule: 'refund.before.0',
  expression: rule.expression,
  unwritten: [{ rule: 'refund.before.0', expression: rule.expression }, { rule: 7 }],
  closed: { name: 'old.yaml', text: 'guardrails:\n', unwritten: [] },
});

const marks = JSON.stringify({
  format: 'contextscope/marks',
  version: 1,
  sessions: [{ recording: 'one.json', entry: 0, title: 'One', content: 'c1', should: 'fire' }],
});

test('the policy and the marks of the page before are carried over once', () => {
  const storage = left({ 'contextscope/policy': policy, 'contextscope/marks': marks });
  const { backtest, ...view } = carriedOver(storage, rule);
  expect(view).toMatchObject({
    policy: { name: 'policy.yaml', text: 'capabilities:\n' },
    policyRule: { id: 'refund.before.0', rule },
    unwritten: [{ rule: 'refund.before.0', expression: rule.expression }],
    closedPolicy: { policy: { name: 'old.yaml' }, unwritten: [] },
  });
  expect([...(backtest?.marks.values() ?? [])]).toMatchObject([{ name: 'one.json', mark: 'acts' }]);
  expect(carriedOver(storage, rule)).toEqual({});
});

test('the policy’s rule stays out of the editor if the address has another', () => {
  expect(carriedOver(left({ 'contextscope/policy': policy }), null).policyRule).toBeNull();
});

test.each(['', '{', '7', 'null', '{"name": 1}', '[]'])('what is no policy, such as %s, is ignored', (text) => {
  const view = carriedOver(left({ 'contextscope/policy': text, 'contextscope/marks': text }), null);
  expect(view.policy ?? null).toBeNull();
  expect(view.closedPolicy ?? null).toBeNull();
  expect(view.backtest).toBeUndefined();
});
