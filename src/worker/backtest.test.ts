import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Pace, Stopped, unhurried } from '../base/pace.ts';
import type { Recording } from './backtest-protocol.ts';
import { methods } from './methods.ts';
import type { Input, Rule } from './protocol.ts';
import { archiveOf } from '../engine/readers/archives/testing.ts';

const small: Rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' };

const refunds = (...amounts: readonly number[]) => ({
  messages: [
    { role: 'user', content: `refund ${amounts.join(' and ')}` },
    {
      role: 'assistant',
      content: null,
      tool_calls: amounts.map((amount, at) => ({
        id: `call_${at}`,
        type: 'function',
        function: { name: 'refund', arguments: JSON.stringify({ amount }) },
      })),
    },
    ...amounts.map((_amount, at) => ({ role: 'tool', tool_call_id: `call_${at}`, content: '{}' })),
    { role: 'assistant', content: 'Done.' },
  ],
});

const fileOf = (text: string | Blob, name = 'a.json'): Recording => ({
  id: name,
  name,
  kind: 'file',
  file: new Blob([text]),
});

const asked = (recording: Recording, more: Partial<Input<'backtest'>> = {}): Input<'backtest'> => ({
  recording,
  from: 0,
  rules: [{ kind: 'rule', rule: small }],
  policy: null,
  remembered: [],
  decisions: {},
  ...more,
});

/** The results of the rules in each session, as `title: acts/eligible …`, or why it could not be judged. */
async function outcome(
  recording: Recording,
  more: Partial<Input<'backtest'>> = {},
): Promise<readonly string[] | string> {
  const answer = await methods().backtest(asked(recording, more), unhurried);
  if (!answer.ok) return answer.problem.message;
  return answer.value.sessions.map((session) =>
    session.kind === 'unreadable'
      ? `${session.title}: ${session.problem.message}`
      : `${session.title}: ${session.rules.map(({ acts, counts }) => `${acts}/${counts.eligible}`).join(' ')}`,
  );
}

const hosts: readonly (readonly [
  host: string,
  policy: string,
  place: string,
  ids: readonly string[],
  large: number,
])[] = [
  [
    'agentgateway in YAML',
    `mcp:
  policies:
    mcpAuthorization:
      rules:
      - deny: mcp.tool.name == "pay"
      - require: mcp.tool.name != "refund"
`,
    'mcp.policies.mcpAuthorization.rules',
    ['[0].deny', '[1].require'],
    // Arguments are not known when a gateway decides.
    0,
  ],
  [
    'agentgateway in Kubernetes',
    `kind: AgentgatewayPolicy
spec:
  backend:
    mcp:
      authorization:
        action: Deny
        policy:
          matchExpressions:
          - mcp.tool.name == "pay"
          - mcp.tool.name == "refund"
`,
    'spec.backend.mcp.authorization.policy.matchExpressions',
    ['[0]', '[1]'],
    0,
  ],
  [
    'the CEL project',
    `default: allow
variables:
  - amount: tool.call.params.amount
rules:
  - {condition: variables.amount > 1000, effect: deny}
  - {condition: tool.name == "refund", effect: confirm}
`,
    'rules',
    ['[0].condition', '[1].condition'],
    1,
  ],
];

test.each(hosts)('a policy of %s: its rules are judged in each recording', async (_host, policy, place, ids, large) => {
  const rules = ids.map((id) => ({ kind: 'policy', id: `${place}${id}` }) as const);
  const lines = [refunds(40), refunds(40, 2400)].map((one) => JSON.stringify(one)).join('\n');
  expect(await outcome(fileOf(lines, 'b.jsonl'), { rules, policy })).toEqual([
    'refund 40: 0/1 1/1',
    `refund 40 and 2400: ${large}/2 2/2`,
  ]);
  // A draft that began as one of them keeps what it does, and the policy's variables.
  const draft = [{ kind: 'policy', id: `${place}${ids[0]}`, expression: 'true' } as const];
  expect(await outcome(fileOf(lines, 'b.jsonl'), { rules: draft, policy })).toEqual([
    'refund 40: 1/1',
    'refund 40 and 2400: 2/2',
  ]);
});

test('what a policy decides is judged by all its rules, with an edit of one of them', async () => {
  const policy = `mcp:
  policies:
    mcpAuthorization:
      rules:
      - mcp.tool.name == "pay"
      - mcp.tool.name == "lookup"
`;
  const lines = [refunds(40), refunds(40, 2400)].map((one) => JSON.stringify(one)).join('\n');
  const judged = (text: string, ...rules: Input<'backtest'>['rules']) =>
    outcome(fileOf(lines, 'b.jsonl'), { rules, policy: text });
  const id = 'mcp.policies.mcpAuthorization.rules[0]';
  const edited = (expression: string) => ({ kind: 'decision', edited: { id, expression } }) as const;
  expect(await judged(policy, { kind: 'decision' }, edited('mcp.tool.name == "refund"'))).toEqual([
    'refund 40: 1/1 0/1',
    'refund 40 and 2400: 2/2 0/2',
  ]);
  expect(await judged(policy, { kind: 'decision', edited: { id: 'x', expression: 'true' } })).toMatch(/no rule x/);

  const ai = 'default: deny\nrules:\n  - {condition: tool.call.params.amount < 100, effect: allow}\n';
  const all = { kind: 'decision', edited: { id: 'rules[0].condition', expression: 'true' } } as const;
  expect(await judged(ai, { kind: 'decision' }, all)).toEqual(['refund 40: 0/1 0/1', 'refund 40 and 2400: 1/2 0/2']);

  const broken = await methods().backtest(
    asked(fileOf(lines, 'b.jsonl'), { rules: [edited('mcp.')], policy }),
    unhurried,
  );
  const [first] = broken.ok ? broken.value.sessions : [];
  expect(first).toMatchObject({ rules: [{ counts: { eligible: 0 }, problem: { message: /^allow 1: ./ } }] });
});

describe('a recording is read, judged and released', () => {
  test('one session in a file', async () => {
    expect(await outcome(fileOf(JSON.stringify(refunds(40, 2400))))).toEqual(['refund 40 and 2400: 1/2']);
  });

  test('a file of an unknown format with the first remembered mapping that fits', async () => {
    const log = JSON.stringify({ log: [{ who: 'me', did: { name: 'refund', input: { amount: 2400 } } }] });
    expect(await outcome(fileOf(log))).toMatch(/^Format not recognised/);
    const none = { list: [], name: null, arguments: null, id: null };
    const mapping = {
      format: 'contextscope/mapping',
      version: 2,
      title: 'Ours',
      sessions: null,
      turns: ['log'],
      kind: { tests: [], otherwise: 'call' },
      asked: null,
      text: null,
      calls: { ...none, name: ['did', 'name'], arguments: ['did', 'input'] },
      results: { list: [], id: null, name: null, content: null, flag: null, flagSays: 'failed' },
      time: null,
      tokens: { prompt: null, completion: null },
    };
    const remembered = ['no mapping', JSON.stringify({ ...mapping, turns: ['other'] }), JSON.stringify(mapping)];
    expect(await outcome(fileOf(log), { remembered })).toEqual(['Ours: 1/1']);
  });

  test('a session on each line', async () => {
    const lines = [refunds(40), refunds(2400), refunds(1, 2, 3000)].map((one) => JSON.stringify(one)).join('\n');
    expect(await outcome(fileOf(lines, 'b.jsonl'))).toEqual([
      'refund 40: 0/1',
      'refund 2400: 1/1',
      'refund 1 and 2 and 3000: 1/3',
    ]);
  });

  test('a gzipped file, and a file in an archive', async () => {
    const text = JSON.stringify(refunds(2400));
    const gzipped = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    expect(await outcome(fileOf(await new Response(gzipped).blob(), 'a.json.gz'))).toEqual(['refund 2400: 1/1']);

    const archive = await archiveOf([{ path: 'runs/a.json', text }]);
    const listed = await methods().listArchive({ archive }, unhurried);
    const [member] = listed.ok ? listed.value.members : [];
    if (member === undefined) throw new Error('the archive lists no file');
    const packed: Recording = { id: 'p', name: member.path, kind: 'packed', archive, member };
    expect(await outcome(packed)).toEqual(['refund 2400: 1/1']);
    expect(await methods().readRecording({ recording: packed }, unhurried)).toEqual({
      ok: true,
      value: { kind: 'text', text },
    });
  });

  test('a log of Inspect, which is an archive, has one session per sample', async () => {
    const log = new Blob([
      readFileSync(join(import.meta.dirname, '../engine/opening/archives/fixtures/popularity.eval')),
    ]);
    const found = await outcome(fileOf(log, 'popularity.eval'));
    expect(found).toHaveLength(10);
    expect(found[0]).toBe('popularity, sample 1: 0/0');
    const content = await methods().readRecording({ recording: fileOf(log, 'popularity.eval') }, unhurried);
    expect(content).toMatchObject({ ok: true, value: { kind: 'archive' } });
  });

  test('an archive among other files has the sessions of its files', async () => {
    const archive = await archiveOf([{ path: 'a.json', text: JSON.stringify(refunds(2400)) }]);
    expect(await outcome(fileOf(archive, 'inner.zip'))).toEqual(['refund 2400: 1/1']);
  });

  test('a file that is no recording has a message that says so', async () => {
    expect(await outcome(fileOf('Dear diary.', 'diary.txt'))).toMatch(/\.$/);
    expect(await outcome(fileOf(await archiveOf([]), 'inner.zip'))).toContain('This ZIP archive holds no files.');
    expect(await outcome(fileOf(new Blob([new Uint8Array([0x1f, 0x8b, 8, 0, 1])]), 'x.gz'))).toContain(
      'x.gz is damaged',
    );
  });
});

test('an open text is judged without keeping its sessions, and a run up to its last step', async () => {
  const all = methods();
  const opened = await all.open({ text: JSON.stringify(refunds(2400)), name: 'a' }, unhurried);
  if (!opened.ok) throw new Error(opened.problem.message);
  const { source } = opened.value;
  const answer = await all.backtest(asked({ id: source, name: 'a', kind: 'open', source }), unhurried);
  expect(answer).toMatchObject({ ok: true, value: { total: 1, next: null, sessions: [{ rules: [{ acts: 1 }] }] } });
  const received = await all.backtest(asked({ id: source, name: 'a', kind: 'open', source, revision: 1 }), unhurried);
  expect(received).toMatchObject({ ok: true, value: { sessions: [{ content: null, rules: [{ acts: 1 }] }] } });
  const gone = await all.backtest(asked({ id: 's9', name: 'a', kind: 'open', source: 's9' }), unhurried);
  expect(gone).toMatchObject({ ok: false, problem: { code: 'open/closed' } });
});

test('a policy’s rule applies to the functions of each session', async () => {
  const policy = [
    'capabilities:',
    '  refund:',
    '    before:',
    '      - assert: input.amount <= 1000',
    '      - assert: input.amount <= 100',
  ].join('\n');
  const rules = ['capabilities.refund.before[1]', 'capabilities.refund.before[0]'].map(
    (id) => ({ kind: 'policy', id }) as const,
  );
  expect(await outcome(fileOf(JSON.stringify(refunds(40, 400, 2400))), { rules, policy })).toEqual([
    'refund 40 and 400 and 2400: 2/3 1/3',
  ]);
  const draft = [{ kind: 'policy', id: 'capabilities.refund.before[0]', expression: 'input.amount <= 10' }] as const;
  expect(await outcome(fileOf(JSON.stringify(refunds(40, 400, 2400))), { rules: draft, policy })).toEqual([
    'refund 40 and 400 and 2400: 3/3',
  ]);
  const gone = [{ kind: 'policy', id: 'guardrails.input[7]' }] as const;
  expect(await outcome(fileOf(JSON.stringify(refunds(40))), { rules: gone, policy })).toContain(
    'no rule guardrails.input[7]',
  );
});

test('thousands of sessions in one file come window by window, each exactly once', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => JSON.stringify(refunds(at * 10))).join('\n');
  const all = methods();
  let now = 0;
  const pace: Pace = { now: () => (now += 10), breathe: async () => {}, stopped: false };
  const entries: number[] = [];
  let from: number | null = 0;
  let windows = 0;
  while (from !== null) {
    const answer = await all.backtest(asked(fileOf(lines), { from }), pace);
    if (!answer.ok) throw new Error(answer.problem.message);
    entries.push(...answer.value.sessions.map(({ entry }) => entry));
    expect(answer.value.total).toBe(300);
    from = answer.value.next;
    windows++;
  }
  expect(entries).toEqual(Array.from({ length: 300 }, (_, at) => at));
  expect(windows).toBeGreaterThan(10);
});

test('it stops between two sessions on request', async () => {
  const lines = Array.from({ length: 50 }, () => JSON.stringify(refunds(10))).join('\n');
  let now = 0;
  const pace: Pace = { now: () => (now += 10), breathe: async () => {}, stopped: true };
  await expect(methods().backtest(asked(fileOf(lines)), pace)).rejects.toBeInstanceOf(Stopped);
});
