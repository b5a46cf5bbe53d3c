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

const manifest = `capabilities:
  refund:
    before:
      - assert: input.amount <= 1000 # not more
`;
const rule = 'capabilities.refund.before[0]';

async function opened() {
  const { client } = inProcessEngine();
  const { source } = await client.open({ text: chat, name: 'chat' });
  const { ref } = await client.openSession({ source, entry: 0 });
  return { client, session: ref };
}

test('a policy is read for a session, rewritten in one place, and replayed', async () => {
  const { client, session } = await opened();
  const read = await client.readPolicy({ session, text: manifest });
  expect(read.rules).toMatchObject([
    { id: rule, line: 4, rule: { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } },
  ]);
  const { text } = await client.rewriteRule({ text: manifest, rule, expression: 'input.amount <= 10' });
  expect(text).toBe(manifest.replace('1000', '10'));
  const before = await client.replayPolicy({ session, text: manifest, decisions });
  const after = await client.replayPolicy({ session, text, decisions });
  expect([before.divergesAt, after.divergesAt]).toEqual([3, 2]);
  expect(await client.replayedTurn({ session, text, turn: 2, decisions })).toMatchObject({
    outcome: 'block',
    steps: [{ id: rule, outcome: 'failed' }],
  });
});

test('faults of a rule are reported at their place in the text, with the names of this session', async () => {
  const { client, session } = await opened();
  const text = `guardrails:
  before:
    - assert: "size(input.message) > 0 && outptu == 1"
capabilities:
  refund:
    before:
      - assert: input.amount
        condition: context.usr.id != ""
        error_message: "{input.amont} is too much, {input.amount} too"
      - invoke: audit
        bindings: { sum: inptu.amount }
    after:
      - transform: output
`;
  const { problems, rules } = await client.readPolicy({ session, text });
  const { place } = rules[1] ?? { place: { start: 0, end: 0 } };
  expect(text.slice(place.start, place.end)).toMatch(/^assert: input\.amount\n[^]*too"/);
  expect(problems.map(({ range, line, severity }) => [text.slice(range.start, range.end), line, severity])).toEqual([
    ['outptu', 3, 'error'],
    // This is an assertion; a transform may have any value.
    ['input.amount', 7, 'warning'],
    ['usr', 8, 'warning'],
    ['amont', 9, 'warning'],
    ['inptu', 11, 'error'],
  ]);
});

test('a turn becomes a test that is kept in the policy and passes', async () => {
  const { client, session } = await opened();
  const { text } = await client.addTest({
    session,
    text: manifest,
    rule,
    turn: 3,
    name: 'too much',
    expect: 'fire',
    decisions,
  });
  expect(text.startsWith(manifest)).toBe(true);
  const whole = await client.addTest({ session, text, rule: null, turn: 3, name: 'whole', expect: 'block', decisions });
  expect(await client.runTests({ session, text: whole.text, given: {} })).toMatchObject([
    { name: 'too much', passed: true, got: 'fire' },
    { name: 'whole', passed: true, got: 'block' },
  ]);
});
