import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../setup/run.ts';
import { commands } from './commands.ts';
import { bundledProgram, runHere } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'contextscope-'));
afterAll(() => rmSync(folder, { recursive: true }));

const chat = JSON.stringify([
  { role: 'user', content: 'refund A-1' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'refund', arguments: '{"amount": 5}' } }],
  },
  { role: 'tool', tool_call_id: 'c', content: 'done' },
  { role: 'assistant', content: 'Done.' },
]);

describe('the bundled program, as a shell starts it', () => {
  let bundle: string;
  beforeAll(async () => {
    bundle = await bundledProgram(folder);
  });
  const started = (args: readonly string[], input = '') =>
    spawnSync(process.execPath, [bundle, ...args], { cwd: root, input, encoding: 'utf8' });

  test('a variable of a CEL case may be called __proto__', () => {
    const line = '{"expr": "__proto__ + 1", "vars": {"__proto__": "1"}}\n';
    expect(started(['cel', '--lines'], line).stdout).toBe('{"value":"2","type":"int"}\n');
  });

  test('a check that fails has status 1', () => {
    const policy = join(folder, 'faulty.yaml');
    writeFileSync(policy, 'guardrails:\n  before:\n    - assert: 1 +\n');
    expect(started(['check', policy]).status).toBe(1);
  });

  test('an unreadable file is reported in one line, with status 2', () => {
    for (const args of [
      ['inspect', '/nowhere'],
      ['inspect', '-'],
    ]) {
      const { status, stdout, stderr } = started(args, 'null');
      expect(status).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^[^\n]+\n$/);
    }
  });
});

describe('eval in words', () => {
  const file = join(folder, 'chat.json');
  writeFileSync(file, chat);

  const printed = async (...args: readonly string[]) => (await runHere(['eval', file, ...args])).stdout;

  test('values of every type are written as CEL literals', async () => {
    expect(await printed('--turn', '0', '--expr', '[9223372036854775807, 1u, b"a", type(1)]')).toContain(
      'turn 0  value  [9223372036854775807, 1u, b"a", int]',
    );
  });

  test('the message about a variable that the hook lacks names the hooks that have it', async () => {
    expect(await printed('--hook', 'prompt', '--expr', 'input.amount')).toContain(
      'error: `input` does not exist at prompt; it does at turn, guardrail.before,',
    );
  });

  test('a rule of another environment is judged at its hook, with a findings table', async () => {
    const table = join(folder, 'findings.json');
    const line = { category: 'safety', label: 'tone', finding: 'done', words: ['done'], confidence: 0.7 };
    writeFileSync(table, JSON.stringify([line]));
    const expression = 'agent.output.safetyFindings("tone").orValue([]).all(f, f.confidence < 0.5)';
    const rule = ['--hook', 'cel-ai.output', '--expr', expression];
    expect(await printed(...rule)).toContain('does not hold agent.output.safetyFindings()');
    expect(await printed(...rule, '--findings', table)).toContain('1 fire');
    writeFileSync(table, '[{}]');
    const refused = await runHere(['eval', file, ...rule, '--findings', table]);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('In line 1 of the findings table');
  });

  test('a rule of a gateway is judged with values of a request that a file gives', async () => {
    const given = join(folder, 'given.json');
    writeFileSync(given, '{"jwt": {"sub": "ann"}}');
    const rule = ['--hook', 'agentgateway.tool-call.before', '--expr', 'jwt.sub == "bob"'];
    expect(await printed(...rule)).toContain('does not hold jwt');
    expect(await printed(...rule, '--given', given)).toContain('0 pass, 0 error, 0 unknown');
    writeFileSync(given, '{"user": {}}');
    const refused = await runHere(['eval', file, ...rule, '--given', given]);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('no variable `user`');
  });

  test('the message about a function that the session lacks names its functions', async () => {
    expect(await printed('--hook', 'middleware.before', '--match', 'refunds', '--expr', 'true')).toContain(
      'no turn calls refunds; functions of this session: refund',
    );
  });

  test('a missing answer is named after the call that would return it', async () => {
    expect(await printed('--hook', 'middleware.before', '--expr', 'review("u-1")')).toContain(
      'unknown  the recording does not hold review()',
    );
  });
});

test('each command prints its usage with --help', async () => {
  for (const asked of ['--help', '-h']) {
    for (const { name, usage } of commands) {
      const { status, stdout } = await runHere([name, asked]);
      expect(status).toBe(0);
      expect(stdout).toContain(`Usage: contextscope ${usage}\n`);
    }
    expect((await runHere([asked])).stdout).toContain('  eval FILE --expr E ');
  }
});

test('inspect counts a call without an answer separately', async () => {
  const calls = (id: string) => [{ id, type: 'function', function: { name: 'refund', arguments: '{}' } }];
  const cut = JSON.stringify([
    { role: 'user', content: 'refund both' },
    { role: 'assistant', content: null, tool_calls: calls('a') },
    { role: 'tool', tool_call_id: 'a', content: 'done' },
    { role: 'assistant', content: null, tool_calls: calls('b') },
  ]);
  expect((await runHere(['inspect', '-'], cut)).stdout).toContain(
    '  refund: 1 successful, 0 errored, 0 restricted, 1 without a result',
  );
  expect(JSON.parse((await runHere(['inspect', '-', '--json'], cut)).stdout)).toMatchObject({
    capabilities: { refund: { count_successful: 1 } },
    without_result: { refund: { pending: 0, no_result: 1 } },
  });
  const { verdicts } = JSON.parse(
    (await runHere(['eval', '-', '--json', '--turn', '4', '--expr', 'context.capabilities.refund.outputs'], cut))
      .stdout,
  );
  expect(JSON.stringify(verdicts)).toContain('{"$unknown":["context.capabilities.refund.outputs[0]"]}');
});

test('inspect --left-out names the fields of the file that are in no session', async () => {
  const chatWithCost = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], cost: 12.5, grader: 'a\nb' });
  expect((await runHere(['inspect', '-', '--left-out'], chatWithCost)).stdout).toContain(
    'left out: grader, 1 (first at grader: a b)',
  );
  const { notes } = JSON.parse((await runHere(['inspect', '-', '--json'], chatWithCost)).stdout);
  expect(notes).toContainEqual(expect.objectContaining({ code: 'import/left-out', place: 'cost' }));
  const { leftOut } = JSON.parse((await runHere(['inspect', '-', '--left-out', '--json'], chatWithCost)).stdout);
  expect(leftOut.fields).toContainEqual(expect.objectContaining({ field: 'cost', values: 1, of: 1, example: '12.5' }));
});

describe('a value that begins with a dash', () => {
  const file = join(folder, 'dash.json');
  writeFileSync(file, chat);

  test('is the value of the option before it in every command', async () => {
    for (const command of ['eval', 'explain'])
      expect((await runHere([command, file, '--expr', '-1 < 2', '--turn', '0'])).status).toBe(0);
    expect((await runHere(['eval', file, '--expr', '-h', '--turn', '0'])).stdout).toContain('`h`');
    expect((await runHere(['eval', file, '--expr', '1 < 2', '--match', '-x'])).stdout).toContain('no turn calls -x');
    for (const command of ['inspect', 'context', 'state', 'eval', 'explain', 'import'])
      expect(
        (await runHere([command, file, '--session', '-1', '--expr', '1', '--turn', '0'].filter(takenBy(command))))
          .stderr,
      ).toBe('--session takes a whole number from 0, not "-1".\n');
  });

  const takenBy = (command: string) => (arg: string, at: number) =>
    at < 4 || ((command === 'eval' || command === 'explain') && at < 8);

  test('is an expression by itself', async () => {
    expect((await runHere(['cel', '-1'])).stdout).toBe('-1\n');
    expect((await runHere(['cel', '--json', '-(1 + 2)'])).stdout).toBe('{"value":"-3","type":"int"}\n');
    expect((await runHere(['cel', '-h'])).stdout).toMatch(/^Usage: contextscope cel /);
  });

  test('and an option without its value is refused', async () => {
    expect(await runHere(['eval', file, '--expr', '--json'])).toMatchObject({
      status: 2,
      stderr: '--expr needs a value after it.\n',
    });
    expect(await runHere(['eval', file, '--expr'])).toMatchObject({
      status: 2,
      stderr: '--expr needs a value after it.\n',
    });
  });
});

describe('the capabilities of a policy', () => {
  const policy = 'e2e/pasted/refund-policy.yaml';
  const hello = '[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]';
  const rule = ['--expr', 'context.capabilities.refund.count_successful < 1'];

  test('are declared when the policy is named, used or not', async () => {
    expect((await runHere(['eval', '-', ...rule], hello)).stdout).toContain('0 fire, 0 pass, 2 error');
    expect((await runHere(['eval', '-', '--policy', policy, ...rule], hello)).stdout).toContain(
      '0 fire, 2 pass, 0 error',
    );
    expect((await runHere(['explain', '-', '--turn', '0', '--policy', policy, ...rule], hello)).stdout).toContain(
      'turn 0: pass',
    );
  });

  test('are those of a file that can be read', async () => {
    const { status, stderr } = await runHere(['eval', '-', '--policy', 'no-such-policy.yaml', ...rule], hello);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^Cannot read no-such-policy\.yaml: .*\n$/)]);
  });
});

describe('eval --json', () => {
  const file = join(folder, 'snapshot.json');
  writeFileSync(
    file,
    JSON.stringify({
      agent: { name: 'a', namespace: 'b', started_at: '2026-01-01T00:00:00Z' },
      user: { id: 'u', email: null },
      llm: { model: 'm', tokens: { total: 30, prompt: 20, completion: 10 } },
      _history: { turns: ['input', 'llm', 'input', 'llm'], turn_count: 4 },
      input: [
        { message: [{ mimeType: 'text/plain', text: 'hi' }] },
        { message: [{ mimeType: 'text/plain', text: 'ok' }] },
      ],
      output: [],
      capabilities: { _meta: { invocations: [], count: 0, delegation_count: 0 } },
    }),
  );
  const evaluated = async (...args: readonly string[]) => {
    const { stdout, status } = await runHere(['eval', file, '--json', ...args]);
    return { status, ...(JSON.parse(stdout) as { verdicts: readonly object[]; diagnostics: readonly object[] }) };
  };

  test('reports what is wrong with the expression, and where', async () => {
    expect(await evaluated('--turn', '0', '--expr', 'contxt.user.id == "u"')).toMatchObject({
      status: 0,
      diagnostics: [
        {
          severity: 'error',
          code: 'cel/unknown-variable',
          message: 'There is no variable `contxt` here; did you mean `context`?',
          start: 0,
          end: 6,
        },
      ],
    });
    expect((await evaluated('--expr', 'context.user.id == "u"')).diagnostics).toEqual([]);
  });

  test('reports it for an expression that does not parse as well', async () => {
    expect(await evaluated('--expr', 'context.user.id = "u"')).toMatchObject({
      status: 2,
      verdicts: [],
      diagnostics: [
        {
          code: 'cel/parse',
          message: 'CEL has no `=`; write `==`.',
          start: 16,
          end: 17,
          fixed: 'context.user.id == "u"',
        },
      ],
    });
  });

  test('marks values that the recording does not hold at any depth', async () => {
    const total = { $unknown: ['context.llm.tokens.total'] };
    expect((await evaluated('--turn', '1', '--expr', 'context.llm')).verdicts).toMatchObject([
      { value: { tokens: { total } } },
    ]);
    expect((await evaluated('--turn', '1', '--expr', '[{"a": context.llm.tokens}]')).verdicts).toMatchObject([
      { value: [{ a: { total } }] },
    ]);
  });

  test('writes each value of its own turn, also within other values', async () => {
    for (const expression of [
      '[context._history.turns]',
      '{"a": context._history.turns}',
      'optional.of(context._history.turns)',
    ])
      expect(JSON.stringify((await evaluated('--expr', expression)).verdicts[0])).toContain('["input"]');
  });
});

describe('check', () => {
  const policy = join(folder, 'policy.yaml');
  const session = join(folder, 'refund.json');
  writeFileSync(session, chat);
  const withTests = (expectation: string) => `capabilities:
  refund:
    before:
      - assert: input.amount <= 3
tests:
  - { name: "five <is> too much", rule: "capabilities.refund.before[0]", expect: ${expectation}, turn: 2, session: ${JSON.stringify(session)} }
`;

  test('has status 0 when every test passes, and 1 when one fails', async () => {
    writeFileSync(policy, withTests('fire'));
    expect(await runHere(['check', policy, session])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/1 passed, 0 failed\n$/) as string,
    });
    writeFileSync(policy, withTests('pass'));
    expect(await runHere(['check', policy, session])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('failed: five <is> too much: expected pass, got fire') as string,
    });
  });

  test('a policy of another host is judged with given values and a findings table, whole sessions and lines alike', async () => {
    const given = join(folder, 'given.json');
    const findings = join(folder, 'findings.json');
    writeFileSync(given, '{"jwt": {"sub": "guest"}}');
    const tests = (expectation: string) =>
      `tests:\n  - { name: guest, expect: ${expectation}, turn: 2, session: ${JSON.stringify(session)} }\n`;
    writeFileSync(policy, `mcp:\n  mcpAuthorization:\n    rules:\n      - jwt.sub != "guest"\n${tests('block')}`);
    const withGiven = await runHere(['check', policy, session, '--given', given]);
    expect(withGiven).toMatchObject({ status: 0, stdout: expect.stringMatching(/1 passed, 0 failed\n$/) as string });
    expect(withGiven.stdout).toContain('1 block');
    expect(await runHere(['check', policy, session])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('expected block, got unknown') as string,
    });
    const line = JSON.parse((await runHere(['check', policy, '--lines', '-', '--given', given], `${chat}\n`)).stdout);
    expect(line.policy).toMatchObject({ block: 1 });

    writeFileSync(
      findings,
      JSON.stringify([{ category: 'sensitivity', label: 'pii', finding: 'x', words: ['refund'], confidence: 1 }]),
    );
    writeFileSync(
      policy,
      `default: allow\nrules:\n  - condition: tool.call.sensitivityFindings("pii").hasAll(["x"])\n    effect: deny\n${tests('block')}`,
    );
    expect((await runHere(['check', policy, session, '--findings', findings])).status).toBe(0);
    expect((await runHere(['check', policy, session])).status).toBe(1);
    expect(await runHere(['check', policy, session, '--given', policy])).toMatchObject({ status: 2 });
  });

  test('writes a report for build servers', async () => {
    writeFileSync(policy, withTests('pass'));
    const { stdout } = await runHere(['check', policy, session, '--junit']);
    expect(stdout).toContain('<testsuites tests="1" failures="1">');
    expect(stdout).toContain('name="five &lt;is&gt; too much"');
  });

  test('writes a report in Markdown, in which no text of a policy or a session is formatted', async () => {
    writeFileSync(policy, withTests('pass').replace('five <is> too much', 'five `<is>` @too | much'));
    const { status, stdout } = await runHere(['check', policy, session, '--markdown']);
    expect(status).toBe(1);
    expect(stdout).toContain(': failed\n\n0 of 1 tests passed, 0 faults in the policy.\n');
    expect(stdout).toContain('### Failed tests\n\n- ``five `<is>` @too \\| much: expected pass, got fire``\n');
    expect(stdout).toMatch(/^\| rule \| fires \| passes \|/m);
    expect(stdout).toMatch(/^\| session \| what the policy does \|\n\| --- \| --- \|\n\| `[^`]+` \| \d+ block/m);
  });

  test('reports faults of a manifest by line and column', async () => {
    writeFileSync(policy, 'guardrails:\n  before:\n    - assert: 1 +\n');
    expect(await runHere(['check', policy])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`${policy}:3:`) as string,
    });
  });

  test('a rule that cannot run is a fault of the policy, in each form of the report', async () => {
    writeFileSync(policy, 'guardrails:\n  before:\n    - assert: inptu.x == 1\n    - assert: output.y == 2\n');
    for (const files of [[], [session]]) {
      const { status, stdout } = await runHere(['check', policy, ...files]);
      expect(status).toBe(1);
      expect(stdout).toContain(`${policy}:3:15: There is no variable \`inptu\` here; did you mean \`input\`?`);
      expect(stdout).toContain(`${policy}:4:15: \`output\` does not exist at guardrail.before;`);
      expect(stdout).toMatch(/0 passed, 2 failed\n$/);
      const json = JSON.parse((await runHere(['check', policy, ...files, '--json'])).stdout);
      expect(json).toMatchObject({ failed: 2, problems: [{ line: 3, column: 15 }, { line: 4 }] });
      expect((await runHere(['check', policy, ...files, '--junit'])).stdout).toContain(
        '<testsuites tests="2" failures="2">',
      );
    }
    const lines = await runHere(['check', policy, '--lines', '-'], `${chat}\n`);
    expect(lines).toMatchObject({ status: 1, stderr: expect.stringContaining('`inptu`') as string });
  });

  test('a fault that only the data of a session shows is a warning', async () => {
    writeFileSync(policy, 'capabilities:\n  refund:\n    before:\n      - assert: input.amuont <= 3\n');
    expect(await runHere(['check', policy])).toMatchObject({ status: 0, stdout: '0 passed, 0 failed\n' });
    expect(await runHere(['check', policy, session])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('warning: `amuont` never occurs in `input` in this session') as string,
    });
  });

  test('reads one session per line and writes a result for each line', async () => {
    writeFileSync(policy, withTests('fire'));
    const { stdout, status } = await runHere(['check', policy, '--lines', '-'], `${chat}\nnonsense\n\n${chat}\n`);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { title?: string; error?: object });
    expect(answers.map(({ title, error }) => title ?? Object.keys(error ?? {}).join())).toEqual([
      'refund A-1',
      'code,message',
      'refund A-1',
    ]);
    expect(status).toBe(1);
  });

  test('writes the results of lines as a table, too: every row has every column, and their sums are the counts', async () => {
    writeFileSync(policy, withTests('fire'));
    const several = JSON.stringify([JSON.parse(chat), JSON.parse(chat)]);
    const text = `${chat}\nnonsense\n${several}\n${chat}\n`;
    const rows = linesOf(await runHere(['check', policy, '--lines', '-', '--columns'], text)) as readonly Row[];
    const results = linesOf(await runHere(['check', policy, '--lines', '-'], text)) as readonly JudgedLine[];
    expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
    expect(
      rows.flatMap((row) => Object.values(row)).every((value) => value === null || typeof value !== 'object'),
    ).toBe(true);
    expect(rows.flatMap(({ problem }) => problem ?? []).join()).toContain('2 sessions. Give each a line of its own.');
    const judged = results.flatMap(({ rules = [] }) => rules.map(({ id, fire }) => ({ id, fire })));
    expect(judged.some(({ fire }) => fire > 0)).toBe(true);
    expect(results).toContainEqual({ error: expect.objectContaining({ code: 'check/several-sessions' }) as object });
    expect(rows.flatMap(({ rule, fire }) => (rule === null ? [] : { id: rule, fire }))).toEqual(judged);
    expect(await runHere(['check', policy, '--columns'])).toMatchObject({ status: 2 });
  });
});

type Row = Record<string, string | number | null>;

interface JudgedLine {
  readonly rules?: readonly { readonly id: string; readonly fire: number }[];
}

const linesOf = ({ stdout }: { readonly stdout: string }): readonly unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('a mapping reads a file of an unknown format, and a file that is no mapping is refused', async () => {
  const trace = join(folder, 'trace.json');
  const mapping = join(folder, 'mapping.json');
  const nowhere = { list: [], id: null, name: null };
  writeFileSync(trace, JSON.stringify({ log: [{ who: 'me', says: 'hi' }] }));
  writeFileSync(
    mapping,
    JSON.stringify({
      format: 'contextscope/mapping',
      version: 1,
      title: 'diary',
      sessions: null,
      turns: ['log'],
      kind: { field: ['who'], values: [{ value: 'me', kind: 'input' }], otherwise: 'skip' },
      text: ['says'],
      calls: { ...nowhere, arguments: null },
      results: { ...nowhere, content: null, flag: null, flagSays: 'failed' },
      time: null,
      tokens: { prompt: null, completion: null },
    }),
  );
  expect((await runHere(['inspect', trace, '--mapping', mapping])).stdout).toContain('turns     1 (1 input');
  const refused = await runHere(['inspect', trace, '--mapping', trace]);
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain('This is not a Contextscope mapping');
});

test('--mapping auto reads a file of an unknown format whose fields leave no doubt, and refuses any other', async () => {
  const [plain, doubtful] = [join(folder, 'plain.json'), join(folder, 'doubtful.json')];
  const log = (who: string) => ({
    log: [
      { who: 'customer', says: 'hi' },
      { who, says: 'hello' },
    ],
  });
  writeFileSync(plain, JSON.stringify(log('bot')));
  writeFileSync(doubtful, JSON.stringify(log('Nova')));
  const read = await runHere(['inspect', plain, '--mapping', 'auto', '--json']);
  expect(JSON.parse(read.stdout)).toMatchObject({
    turns: 2,
    kinds: { input: 1, llm: 1 },
    notes: expect.arrayContaining([expect.objectContaining({ severity: 'assumed', code: 'import/mapping-assumed' })]),
  });
  const refused = await runHere(['inspect', doubtful, '--mapping', 'auto']);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('Format not recognised');
  expect((await runHere(['inspect', plain])).status).toBe(2);
});

describe('a file without a turn', () => {
  const file = join(folder, 'prompt.json');
  writeFileSync(file, JSON.stringify([{ role: 'system', content: 'Be brief.' }]));

  test.each([
    ['inspect', []],
    ['eval', ['--expr', 'true']],
    ['explain', ['--expr', 'true', '--turn', '0']],
    ['context', []],
    ['state', []],
    ['import', ['--out', '-']],
  ])('%s ends with status 2 and one sentence that says what was seen', async (command, args) => {
    const { status, stdout, stderr } = await runHere([command, file, ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('it contains no turn');
    expect(stderr).toContain('1 system message was left out');
  });

  test('a snapshot of a context is none', async () => {
    const { status, stdout } = await runHere([
      'inspect',
      'src/engine/importers/voice-context/fixtures/composed-dispatch.json',
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain('voice-context');
  });

  test('one of several sessions is refused by its number, and the others stay open', async () => {
    const several = join(folder, 'several.jsonl');
    writeFileSync(
      several,
      `${JSON.stringify({ messages: [{ role: 'system', content: 'Be brief.' }] })}\n${JSON.stringify({ messages: JSON.parse(chat) as unknown })}\n`,
    );
    expect((await runHere(['inspect', several])).status).toBe(0);
    const empty = await runHere(['eval', several, '--expr', 'true', '--session', '0']);
    expect(empty.status).toBe(2);
    expect(empty.stderr).toContain('session 0');
    expect(empty.stderr).toContain('choose another with --session K');
    expect((await runHere(['eval', several, '--expr', 'true', '--session', '1'])).status).toBe(0);
  });
});

describe('import', () => {
  const file = join(folder, 'private.json');
  const refund = (id: string, amount: number) => ({
    id,
    type: 'function',
    function: { name: 'refund', arguments: JSON.stringify({ amount, to: 'ann@acme-corp.io', memo: 'falcon' }) },
  });
  beforeAll(() => {
    const calls = [refund('a', 5), refund('b', 5000)];
    const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'done' }));
    const messages = [
      { role: 'user', content: 'I am Ann, ann@acme-corp.io, card 4111 1111 1111 1111' },
      { role: 'assistant', content: null, tool_calls: calls },
      ...results,
    ];
    writeFileSync(file, JSON.stringify(messages));
  });
  const rule = ['--expr', 'input.amount < 100', '--hook', 'middleware.before', '--match', 'refund'];

  test('hides values of the named kinds, and those at paths and of names, and reports it', async () => {
    const { status, stdout, stderr } = await runHere([
      'import',
      file,
      '--out',
      '-',
      '--redact',
      'all',
      '--hide',
      'input.memo',
      '--hide-name',
      'Ann',
      ...rule,
    ]);
    expect(status).toBe(0);
    for (const gone of ['ann@', 'Ann', 'acme', '4111', 'falcon']) expect(stdout).not.toContain(gone);
    expect(stdout).toContain('"amount":5000');
    expect(stderr).toMatch(/^Hidden at \d+ places: .*1 card/);
    expect(stderr).toContain('Verdicts unchanged at all 4 turns.');
    const some = (await runHere(['import', file, '--out', '-', '--redact', 'card'])).stdout;
    expect(some).toContain('ann@acme-corp.io');
    expect(some).not.toContain('4111');
    expect((await runHere(['import', file, '--out', '-'])).stderr).toBe('');
  });

  test('keeps only what the rule reads, or the smallest session in which it fires', async () => {
    const only = await runHere(['import', file, '--out', '-', '--only-read', ...rule]);
    expect(only.stdout).not.toMatch(/ann@|falcon|Ann/);
    expect(only.stderr).toContain('Verdicts unchanged at all 4 turns.');
    const smallest = await runHere(['import', file, '--out', '-', '--shrink', 'hit', ...rule]);
    expect(smallest.stdout).toContain('"args":{"amount":5000}');
    expect(smallest.stderr).toContain('1 of 4 turns');
    expect((await runHere(['import', file, '--out', '-', '--shrink', '2', ...rule])).stdout).toContain(
      '"args":{"amount":5}',
    );
  });

  test('has status 1 when a verdict needs a hidden value', async () => {
    const named = ['--expr', 'input.to == "ann@acme-corp.io"', '--hook', 'middleware.before'];
    const { status, stderr } = await runHere(['import', file, '--out', '-', '--redact', 'email', ...named]);
    expect(status).toBe(1);
    expect(stderr).toContain('because of hidden values: email');
    expect(stderr).toContain('turn 2: pass before, fire in the file');
  });

  test.each([
    [['--shrink', 'hit'], 'need a rule'],
    [['--shrink', 'x', ...rule], '--shrink takes hit, or turns'],
    [['--shrink', '99', ...rule], 'There is no turn 99'],
    [['--redact', 'cards'], '--redact hides no "cards"'],
    [['--hide', '*'], 'is no path to hide'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await runHere(['import', file, '--out', '-', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('a rule in another engine', () => {
  const file = join(folder, 'engines.json');
  writeFileSync(file, chat);
  const rule = ['--hook', 'middleware.before', '--expr'];
  const evaluated = async (...args: readonly string[]) => await runHere(['eval', file, ...rule, ...args]);

  test('is judged by the engine that is named', async () => {
    const double = 'input.amount * 1.5 > 7.0';
    expect((await evaluated(double)).stdout).toContain('0 fire, 0 pass, 1 error');
    expect((await evaluated(double, '--engine', 'cel-js')).stdout).toContain('0 fire, 1 pass, 0 error');
    expect((await evaluated('input.?amount.orValue(0) > 1', '--engine', '@bufbuild/cel')).stdout).toContain(
      'but expecting end of input',
    );
    expect((await evaluated('input.amount > 1', '--engine', 'contextscope')).stdout).toContain('1 pass');
  });

  test('and the engines are listed for a name that is none of them', async () => {
    for (const args of [
      ['eval', file, '--expr', 'true', '--engine', 'cel-go'],
      ['check', 'e2e/pasted/refund-policy.yaml', '--engine', 'cel-go'],
    ])
      expect(await runHere(args)).toEqual({
        status: 2,
        stdout: '',
        stderr: 'There is no engine "cel-go". Engines: contextscope, cel-js, @marcbachmann/cel-js, @bufbuild/cel.\n',
      });
  });

  test('ends at a turn that takes too long, and says so', async () => {
    const hang = `${'"a'.padEnd(40, 'a')}".matches("^(a+)+$b")`;
    const began = Date.now();
    const { stdout } = await evaluated(hang, '--engine', '@marcbachmann/cel-js');
    expect(stdout).toContain('one evaluation took longer than 2 seconds and was ended');
    expect(Date.now() - began).toBeLessThan(20_000);
    // RE2 has no such texts.
    expect((await evaluated(hang, '--engine', '@bufbuild/cel')).stdout).toContain('1 fire');
  });

  test('is portable only if all of them agree', async () => {
    const portable = async (expression: string) =>
      JSON.parse((await evaluated(expression, '--portable', '--json')).stdout);
    expect(await portable('input.amount > 1')).toMatchObject({ pass: 1, portable: 'yes' });
    expect(await portable('input.?amount.orValue(0) > 1')).toMatchObject({
      portable: 'no',
      portableReason: expect.stringContaining('cel-js differs at 1 of 1 turns ('),
      engines: [
        { engine: 'cel-js', agrees: false, differs: 1, judged: 1 },
        { engine: '@marcbachmann/cel-js', agrees: false },
        { engine: '@bufbuild/cel', agrees: false },
      ],
    });
    expect((await evaluated('input.amount.size() > 1 || true', '--portable')).stdout).toContain(
      '  portable: partly (cel-js differs at 1 of 1 turns (Unknown method: size))\n',
    );
  });

  test('is as portable where one of its verdicts is explained', async () => {
    const explained = async (...args: readonly string[]) =>
      await runHere(['explain', file, ...rule, 'input.amount.size() > 1 || true', '--turn', '2', ...args]);
    expect((await explained('--portable')).stdout).toMatch(
      /^turn 2: pass[^]+\n {2}portable: partly \(cel-js differs at 1 of 1 turns \(Unknown method: size\)\)\n$/,
    );
    expect((await explained()).stdout).not.toContain('portable');
    expect(JSON.parse((await explained('--portable', '--json')).stdout)).toMatchObject({
      verdict: 'pass',
      portable: 'partly',
      engines: [{ engine: 'cel-js', agrees: false }, { agrees: true }, { agrees: true }],
    });
    expect((await explained('--engine', 'cel-js')).status).toBe(2);
  });

  test('is the same for a policy: its rules, its steps and its tests', async () => {
    const policy = join(folder, 'portable.yaml');
    writeFileSync(
      policy,
      [
        'capabilities:',
        '  refund:',
        '    before:',
        '      - assert: input.amount * 1.5 > 7.0',
        '        on_fail: block',
        'tests:',
        '  - name: it passes',
        '    rule: capabilities.refund.before[0]',
        '    turn: 2',
        `    session: ${JSON.stringify(file)}`,
        '    expect: pass',
        '',
      ].join('\n'),
    );
    const checked = async (...args: readonly string[]) => {
      const { status, stdout } = await runHere(['check', policy, file, '--json', ...args]);
      return { status, report: JSON.parse(stdout) };
    };
    const ours = await checked('--portable');
    expect(ours.report.rules).toMatchObject([{ error: 1, portable: 'partly' }]);
    expect(ours.report.sessions[0].policy).toMatchObject({ block: 1 });
    const { stdout: report } = await runHere(['check', policy, file, '--markdown', '--portable']);
    expect(report).toContain('| portable |');
    expect(report).toMatch(/\| partly \|/);
    expect(report).toContain('### Why a rule is not portable');
    const junit = await runHere(['check', policy, file, '--junit', '--portable']);
    const id = 'capabilities.refund.before[0]';
    expect(junit.stdout).toContain(
      `<testsuite name="${policy}" tests="1" failures="1">\n<properties>\n<property name="portable: ${id}" value="partly" />\n</properties>\n<testcase `,
    );
    expect(junit.stdout).toMatch(
      /<\/testcase>\n<system-out>\ncapabilities\.refund\.before\[0\] {2}portable: partly \(cel-js differs at 1 of 1 turns .+\)\n<\/system-out>\n<\/testsuite>/,
    );
    // Portability fails nothing: the one failure is that of the test.
    expect(junit.status).toBe(1);
    expect((await runHere(['check', policy, file, '--junit'])).stdout).not.toContain('portable: ');
    const theirs = await checked('--engine', 'cel-js');
    expect(theirs.report.rules).toMatchObject([{ pass: 1, error: 0 }]);
    expect(theirs.report.rules[0]).not.toHaveProperty('portable');
    expect(theirs.report.sessions[0].policy).toMatchObject({ block: 0, pass: 1 });
    expect(theirs.report.tests[0]).toMatchObject({ got: 'pass' });
    expect(ours.report.tests[0]).toMatchObject({ got: 'error' });
    const { stdout } = await runHere(['check', policy, '--lines', '-', '--engine', 'cel-js'], chat);
    expect(JSON.parse(stdout).rules).toMatchObject([{ pass: 1 }]);
  });
});
