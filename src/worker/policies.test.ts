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

const gateway = `mcp:
  # who may refund
  policies:
    mcpAuthorization:
      rules:
      - 'mcp.tool.name == "refund"' # all of it
      - deny: 'mcp.tool.name == "refund" && jwt.sub == "guest"'
`;

test('a gateway’s configuration is read, judged with given values, and changed in one line', async () => {
  const { client, session } = await opened();
  const read = await client.readPolicy({ session, text: gateway });
  expect(read.problems).toEqual([]);
  expect(read.rules).toMatchObject([
    { kind: 'allow', line: 6, rule: { hook: 'agentgateway.tool-call.before', yields: 'allow' } },
    { kind: 'deny', line: 7, rule: { yields: 'deny' } },
  ]);
  const open = await client.replayPolicy({ session, text: gateway, decisions });
  expect(open.counts).toMatchObject({ unknown: 2 });
  const given = { ...decisions, given: '{"jwt": {"sub": "guest"}}' };
  expect((await client.replayPolicy({ session, text: gateway, decisions: given })).counts).toMatchObject({ block: 2 });
  const rule = read.rules[0]?.id ?? '';
  const { text } = await client.rewriteRule({ text: gateway, rule, expression: 'mcp.tool.name != "x"' });
  expect(text).toBe(gateway.replace('mcp.tool.name == "refund"\' #', 'mcp.tool.name != "x"\' #'));
});

test('a rule that uses variables of its policy is judged, explained and completed with them', async () => {
  const { client, session } = await opened();
  const text = `default: allow
variables:
  - limit: 1000
  - amount: tool.call.params.amount
rules:
  - condition: variables.amount > variables.limit
    effect: deny
`;
  const read = await client.readPolicy({ session, text });
  expect(read.problems).toEqual([]);
  const rule = read.rules[0]?.rule;
  if (rule === undefined || rule === null) throw new Error('no rule');
  const items = await client.complete({
    session,
    rule: { ...rule, expression: 'variables.' },
    offset: 10,
    turn: 2,
    decisions,
  });
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['amount', 'limit']));
  const reasons = await client.explain({ session, rule, turn: 3, decisions });
  expect(reasons.parts.map((part) => part.text)).toContain('variables.amount');
});
