import { expect, test } from 'vitest';
import { defaultDecisions as decisions } from '../engine/model/decisions.ts';
import { inProcessEngine } from '../services/engine/testing.ts';

const chat = JSON.stringify([
  { role: 'user', content: 'refund A-1' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [40, 2400].map((amount) => ({
      id: `c${amount}`,
      type: 'function',
      function: { name: 'refund', arguments: JSON.stringify({ amount }) },
    })),
  },
  { role: 'tool', tool_call_id: 'c40', content: 'done' },
  { role: 'tool', tool_call_id: 'c2400', content: 'done' },
]);
const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;
const manifest = `capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
`;
const id = 'capabilities.refund.before[0]';

async function opened() {
  const { client } = inProcessEngine();
  const { source } = await client.open({ text: chat, name: 'chat' });
  const { ref } = await client.openSession({ source, entry: 0 });
  return { client, session: ref };
}

test('a rule is tried with other numbers', async () => {
  const { client, session } = await opened();
  const [found] = await client.thresholds({ session, rule, decisions });
  expect(found?.parts[0]).toMatchObject({ text: '1000', kind: 'int' });
  expect(found?.alternatives.find(({ value }) => value === 39)?.counts.fire).toBe(2);
  const without = { ...rule, expression: 'has(input.x)' };
  expect(await client.thresholds({ session, rule: without, decisions })).toEqual([]);
});

test('the coverage of a clause counts the recording and the tests of its rule separately', async () => {
  const { client, session } = await opened();
  const { traffic, tests } = await client.coverage({ session, rule, decisions, policy: { text: manifest, rule: id } });
  expect(traffic.parts).toMatchObject([{ text: 'input.amount <= 1000', counts: { true: 1, false: 1 } }]);
  expect(tests).toBeNull();

  const made = { session, text: manifest, rule: id, turn: 3, name: 'too much', expect: 'fire', decisions } as const;
  const { text } = await client.addTest(made);
  const after = await client.coverage({ session, rule, decisions, policy: { text, rule: id } });
  expect(after.tests).toMatchObject({ turns: 1, parts: [{ counts: { true: 0, false: 1, never: 0 } }] });
  // The coverage is for the draft, although the policy has another text.
  const draft = { ...rule, expression: 'input.amount <= 5000' };
  const tried = await client.coverage({ session, rule: draft, decisions, policy: { text, rule: id } });
  expect(tried.tests).toMatchObject({ parts: [{ text: 'input.amount <= 5000', counts: { true: 1, false: 0 } }] });
});

test('a rule that does not parse has no coverage, and a policy that cannot be read no tests', async () => {
  const { client, session } = await opened();
  const broken = { ...rule, expression: 'input.' };
  await expect(client.coverage({ session, rule: broken, decisions, policy: null })).rejects.toThrow(/./);
  const { tests } = await client.coverage({ session, rule, decisions, policy: { text: '- [', rule: id } });
  expect(tests).toBeNull();
});
