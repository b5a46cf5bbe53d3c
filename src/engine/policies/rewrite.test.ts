import { expect, test } from 'vitest';
import { rewritten } from './rewrite.ts';
import { policyOf } from './testing.ts';

const manifest = `name: refund-agent
prompt: |
  You are {context.agent.name}.
  Tokens: {context.llm.tokens.total} # no comment here
capabilities:
  refund:
    before:
      - assert: "input.amount <= 1000" # the limit
        on_fail: lock_task
      - assert: input.amount > 0
`;

const after = (id: string, expression: string) => {
  const edit = rewritten(policyOf(manifest), id, expression);
  return edit.ok ? edit.value.text : edit.problem;
};

test('an edit of a rule changes its expression in the text and nothing else', () => {
  const [first, second] = ['capabilities.refund.before[0]', 'capabilities.refund.before[1]'];
  expect(after(first, 'input.amount < 5')).toBe(manifest.replace('input.amount <= 1000', 'input.amount < 5'));
  expect(after(second, 'input.amount > 1')).toBe(manifest.replace('input.amount > 0', 'input.amount > 1'));
});

test('an expression that YAML would misread is quoted, so that the rule is read back unchanged', () => {
  for (const expression of ['"a: b" == input.note', 'input.note == "x" # why', '{"a": 1}.a == 1', 'true']) {
    const text = after('capabilities.refund.before[1]', expression);
    const { rules } = policyOf(String(text));
    expect(rules.find(({ id }) => id === 'capabilities.refund.before[1]')).toMatchObject({ expression });
  }
});

test('in a text with expressions, only the one in its braces changes', () => {
  const [, second] = policyOf(manifest).rules.filter(({ hook }) => hook === 'prompt');
  expect(after(second?.id ?? '', 'context.user.id')).toBe(
    manifest.replace('context.llm.tokens.total', 'context.user.id'),
  );
});

test('a rule that is not in the text is a problem', () => {
  expect(after('capabilities.refund.after[0]', 'true')).toEqual({
    code: 'policy/no-rule',
    message: 'The policy has no rule capabilities.refund.after[0] any more. Choose another one.',
  });
});
