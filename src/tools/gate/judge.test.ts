import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { openEntry, type OpenSession } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { decisionsUnder } from '../../engine/policies/declared.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import { readPolicy } from '../../engine/policies/read-policy.ts';
import { ruleOf } from '../../engine/policies/rule-of.ts';
import { sweep } from '../../engine/rules/sweep.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { Judge } from './judge.ts';
import { choicesFor, hookInput, written } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const transcript = join(folder, 'transcript.jsonl');
const policyFile = join(folder, 'policy.yaml');

beforeEach(() => {
  rmSync(transcript, { force: true });
});

const judgeWith = (policy: string, changes = {}) => {
  writeFileSync(policyFile, policy);
  return new Judge(choicesFor(policyFile, changes));
};

const call = (command: string, id = 'toolu_1', changes: object = {}) =>
  hookInput('claude-code.pre-tool-use', transcript, { tool_input: { command }, tool_use_id: id, ...changes });

const noRemoval = `
capabilities:
  Bash:
    before:
      - assert: '!input.command.contains("rm -rf")'
        error_message: "{input.command} removes too much"
`;
const atMostTwo = `
capabilities:
  Bash:
    before:
      - assert: context.capabilities.Bash.count_successful < 2
`;

describe('a call that waits', () => {
  test('is denied with the words of the policy, or passes without a word', async () => {
    writeFileSync(transcript, written.prompt('clean up'));
    const judge = judgeWith(noRemoval);
    expect(await judge.judge(call('rm -rf /'))).toMatchObject({
      decision: { kind: 'deny', reason: 'Contextscope stopped this call: rm -rf / removes too much' },
      rules: ['capabilities.Bash.before[0]'],
      turn: 1,
    });
    expect((await judge.judge(call('ls', 'toolu_2'))).decision).toEqual({ kind: 'pass' });
  });

  test('counts once, whether the transcript has it already or not', async () => {
    const judge = judgeWith(atMostTwo);
    writeFileSync(transcript, written.prompt('run'));
    for (const id of ['a', 'b']) {
      appendFileSync(transcript, written.call(id, 'Bash', { command: id }));
      expect((await judge.judge(call(id, id))).decision.kind).toBe('pass');
      expect((await judge.judge(call(id, id))).decision.kind).toBe('pass');
      appendFileSync(transcript, written.result(id, 'ok'));
    }
    expect((await judge.judge(call('c', 'c'))).decision.kind).toBe('deny');
    appendFileSync(transcript, written.call('c', 'Bash', { command: 'c' }));
    expect((await judge.judge(call('c', 'c'))).decision.kind).toBe('deny');
  });

  test('sees the results that hooks have shown and a late transcript lacks', async () => {
    const judge = judgeWith(atMostTwo);
    writeFileSync(transcript, written.prompt('run'));
    for (const id of ['a', 'b']) {
      expect((await judge.judge(call(id, id))).decision.kind).toBe('pass');
      await judge.judge(hookInput('claude-code.post-tool-use', transcript, { tool_use_id: id }));
    }
    expect((await judge.judge(call('c', 'c'))).decision.kind).toBe('deny');
    // When the lines arrive, nothing counts twice.
    appendFileSync(transcript, written.call('a', 'Bash', {}) + written.result('a', 'failed', true));
    expect((await judge.judge(call('c', 'c'))).decision.kind).toBe('pass');
  });

  test('is judged alone among calls that the model asked for at the same time', async () => {
    const judge = judgeWith(`
capabilities:
  Bash:
    before:
      - assert: context.capabilities.Bash.inputs.all(i, i.command != input.command)
`);
    writeFileSync(
      transcript,
      written.prompt('run') +
        ['a', 'b', 'a'].map((command, at) => written.call(`t${at}`, 'Bash', { command })).join(''),
    );
    expect((await judge.judge(call('b', 't1'))).decision.kind).toBe('pass');
    expect((await judge.judge(call('a', 't2'))).decision.kind).toBe('deny');
    expect((await judge.judge(call('a', 't0'))).decision.kind).toBe('pass');
  });

  test('a review asks, an unknown value does as chosen, and an error counts as failed', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const policy = (assert: string) => `capabilities: {Bash: {before: [{assert: '${assert}'}]}}`;
    expect((await judgeWith(policy('review("owner")')).judge(call('ls'))).decision).toEqual({
      kind: 'ask',
      reason: 'Contextscope: the policy wants a person to decide (capabilities.Bash.before[0]).',
    });
    const reviewed = await judgeWith(policy('review("owner")'), { onUnknown: 'allow' }).judge(call('ls'));
    expect(reviewed.decision.kind).toBe('ask');
    const unknown = policy('context.user.id == "me"');
    expect((await judgeWith(unknown).judge(call('ls'))).decision.kind).toBe('ask');
    expect((await judgeWith(unknown, { onUnknown: 'deny' }).judge(call('ls'))).decision.kind).toBe('deny');
    expect((await judgeWith(unknown, { onUnknown: 'allow' }).judge(call('ls'))).decision.kind).toBe('unjudged');
    expect((await judgeWith(policy('input.absent == 1')).judge(call('ls'))).decision.kind).toBe('deny');
  });

  test('arguments that the policy changes are shown to the user before the call is made', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const judge = judgeWith(
      `capabilities: {Bash: {before: [{transform: '{"command": input.command + " --dry-run"}'}]}}`,
    );
    expect((await judge.judge(call('deploy'))).decision).toMatchObject({
      kind: 'ask',
      changed: '{"command":"deploy --dry-run"}',
    });
  });

  test('numbers are judged as they are written', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const judge = judgeWith(`capabilities: {Bash: {before: [{assert: 'input.n == 9007199254740993'}]}}`);
    const input = call('x').replace('"command":"x"', '"n":9007199254740993');
    expect((await judge.judge(input)).decision.kind).toBe('pass');
    expect((await judge.judge(input.replace('740993', '740992'))).decision.kind).toBe('deny');
  });
});

describe('prompts and results', () => {
  const guarded = `
guardrails:
  before:
    - assert: '!input.message.exists(p, p.text.contains("password"))'
capabilities:
  Bash:
    after:
      - assert: '!output.contains("SECRET")'
`;

  test('a prompt is judged before any line is written; the task is locked when it is denied', async () => {
    const judge = judgeWith(guarded);
    const prompt = (text: string) => hookInput('claude-code.user-prompt-submit', transcript, { prompt: text });
    expect(await judge.judge(prompt('hello'))).toMatchObject({ decision: { kind: 'pass' }, turn: 0 });
    expect((await judge.judge(prompt('my password'))).decision).toMatchObject({ kind: 'deny', locks: true });
    writeFileSync(transcript, written.prompt('hello') + written.answer('hi'));
    expect(await judge.judge(prompt('bye'))).toMatchObject({ decision: { kind: 'pass' }, turn: 2 });
  });

  test('a result is judged as the model reads it', async () => {
    const judge = judgeWith(guarded);
    writeFileSync(transcript, written.prompt('run') + written.call('t', 'Bash', { command: 'cat' }));
    const result = (stdout: string) =>
      hookInput('claude-code.post-tool-use', transcript, { tool_use_id: 't', tool_response: { stdout, stderr: '' } });
    expect((await judge.judge(result('fine'))).decision.kind).toBe('pass');
    expect((await judge.judge(result('a SECRET'))).decision.kind).toBe('deny');
  });

  test('an event that no rule is about passes', async () => {
    const other = hookInput('claude-code.stop', transcript, { hook_event_name: 'PreCompact' });
    expect((await judgeWith(guarded).judge(other)).decision.kind).toBe('pass');
  });

  describe('an answer', () => {
    const polite = `
guardrails:
  after:
    - assert: '!output.message.exists(p, p.text.contains("SECRET"))'
      error_message: no secrets
    - assert: context.capabilities.Bash.count_successful > 0
      error_message: run the tests first
`;
    const answer = (text: string) =>
      hookInput('claude-code.stop', transcript, { last_assistant_message: text, stop_hook_active: false });
    const begun = () => written.prompt('run') + written.call('t', 'Bash', { command: 'x' });

    test('is judged once, whether the transcript has it already or not', async () => {
      const judge = judgeWith(polite);
      writeFileSync(transcript, begun() + written.result('t', 'ok'));
      expect(await judge.judge(answer('a SECRET'))).toMatchObject({
        decision: { kind: 'deny', reason: 'Contextscope does not accept this answer: no secrets' },
        turn: 3,
      });
      expect(await judge.judge(answer('all done'))).toMatchObject({ decision: { kind: 'pass' }, turn: 3 });
      appendFileSync(transcript, written.answer('all done'));
      expect(await judge.judge(answer('all done'))).toMatchObject({ decision: { kind: 'pass' }, turn: 3 });
      expect(await judge.judge(answer('another one'))).toMatchObject({ decision: { kind: 'pass' }, turn: 4 });
    });

    test('sees the calls before it, also those that a late transcript lacks', async () => {
      const judge = judgeWith(polite);
      writeFileSync(transcript, written.prompt('run'));
      expect((await judge.judge(answer('done'))).decision).toMatchObject({ kind: 'deny' });
      await judge.judge(call('npm test', 'a'));
      await judge.judge(hookInput('claude-code.post-tool-use', transcript, { tool_use_id: 'a' }));
      expect((await judge.judge(answer('done'))).decision.kind).toBe('pass');
    });
  });
});

describe('what cannot be judged is denied, asked or let through, as chosen', () => {
  const prompted = () => writeFileSync(transcript, written.prompt('run'));
  const reasonOf = async (judge: Judge, input: string) => {
    const { decision } = await judge.judge(input);
    return decision.kind === 'deny' ? decision.reason : decision.kind;
  };

  test.each([
    ['', 'no JSON object'],
    ['{"hook_event_name": "PreToolUse", "sess', 'no JSON object'],
    ['[1, 2]', 'no JSON object'],
    ['{"hook_event_name": "PreToolUse"}', 'no session_id'],
    [hookInput('claude-code.pre-tool-use', '/x', { tool_name: 7 }), 'no tool_name'],
  ])('input %j', async (input, why) => {
    expect(await reasonOf(judgeWith(noRemoval), input)).toContain(why);
  });

  test('a transcript that is not there, or is none', async () => {
    expect(await reasonOf(judgeWith(noRemoval), call('ls'))).toContain(transcript);
    writeFileSync(transcript, 'no transcript at all');
    expect(await reasonOf(judgeWith(noRemoval), call('ls'))).toContain('cannot be used');
  });

  test.each([
    ['capabilities: {Bash: {before: [{assert: "1 +"}]}}', 'policy.yaml:1:'],
    ['capabilities: {Bash: {before: [{assrt: "true"}]}}', 'policy.yaml:1:'],
    ['capabilities: {Bash: "*"}', 'could never stop anything'],
    ['{', 'policy.yaml'],
  ])('the policy %s', async (policy, why) => {
    prompted();
    expect(await reasonOf(judgeWith(policy), call('ls'))).toContain(why);
  });

  test('a policy that is not there', async () => {
    prompted();
    const judge = judgeWith(noRemoval);
    rmSync(policyFile);
    expect(await reasonOf(judge, call('ls'))).toContain('is not there');
    const choose = async (onFailure: 'ask' | 'allow') =>
      (await new Judge(choicesFor(policyFile, { onFailure })).judge(call('ls'))).decision.kind;
    expect([await choose('ask'), await choose('allow')]).toEqual(['ask', 'unjudged']);
  });

  test('__proto__ is an ordinary key, and a long text is only long', async () => {
    prompted();
    const judge = judgeWith(`capabilities: {Bash: {before: [{assert: '!("admin" in input)'}]}}`);
    const input = call('ls').replace('"command":"ls"', '"__proto__":{"admin":true}');
    expect((await judge.judge(input)).decision.kind).toBe('pass');
    expect('admin' in {}).toBe(false);
    expect((await judge.judge(call('x'.repeat(10_000_000), 'toolu_2'))).decision.kind).toBe('pass');
  });

  test('a catastrophic pattern takes linear time', async () => {
    prompted();
    const judge = judgeWith(`capabilities: {Bash: {before: [{assert: '!input.command.matches("^(a+)+$")'}]}}`);
    expect((await judge.judge(call(`${'a'.repeat(50_000)}!`))).decision.kind).toBe('pass');
  });
});

describe('while the agent runs', () => {
  test('a changed policy applies to the next call', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const judge = judgeWith(noRemoval);
    expect((await judge.judge(call('ls', 'a'))).decision.kind).toBe('pass');
    writeFileSync(policyFile, noRemoval.replace('rm -rf', 'ls'));
    expect((await judge.judge(call('ls', 'b'))).decision.kind).toBe('deny');
  });

  test('a transcript that was cut or rewritten is read again', async () => {
    const judge = judgeWith(atMostTwo);
    const calls = (ids: readonly string[]) =>
      ids.map((id) => written.call(id, 'Bash', { command: id }) + written.result(id, 'ok')).join('');
    writeFileSync(transcript, written.prompt('run') + calls(['a', 'b', 'c']));
    expect((await judge.judge(call('x', 'x'))).decision.kind).toBe('deny');
    writeFileSync(transcript, written.prompt('run') + calls(['a']));
    expect((await judge.judge(call('y', 'y'))).decision.kind).toBe('pass');
    writeFileSync(transcript, written.prompt('another prompt, longer than before') + calls(['d', 'e', 'f', 'g']));
    expect((await judge.judge(call('z', 'z'))).decision.kind).toBe('deny');
  });

  test('a call that the gate denied counts as restricted', async () => {
    const judge = judgeWith(`
capabilities:
  Bash:
    before:
      - assert: '!input.command.contains("rm -rf")'
      - assert: context.capabilities.Bash.count_restricted < 1
        error_message: no more calls
`);
    writeFileSync(transcript, written.prompt('clean') + written.call('a', 'Bash', { command: 'rm -rf /' }));
    const { decision } = await judge.judge(call('rm -rf /', 'a'));
    const reason = decision.kind === 'deny' ? decision.reason : '';
    appendFileSync(transcript, written.result('a', reason, true));
    expect((await judge.judge(call('ls', 'b'))).decision).toMatchObject({
      reason: 'Contextscope stopped this call: no more calls',
    });
  });

  test('reading the whole transcript again changes no decision, and is given up when a call comes', async () => {
    const judge = judgeWith(atMostTwo.replace('< 2', '< 10'));
    const made = (id: string) => written.call(id, 'Bash', { command: id }) + written.result(id, 'ok');
    writeFileSync(transcript, written.prompt('run') + ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(made).join(''));
    await judge.judge(call('x', 'x'));
    appendFileSync(transcript, made('x'));
    expect((await judge.judge(call('y', 'y'))).decision.kind).toBe('pass');
    expect(await judge.readAgain(() => true)).toBe(false);
    expect(await judge.readAgain(() => false)).toBe(true);
    appendFileSync(transcript, made('y'));
    expect((await judge.judge(call('z', 'z'))).decision.kind).toBe('deny');
  });
});

describe('a scripted session of another agent', () => {
  const codexLine = (type: string, payload: object) =>
    `${JSON.stringify({ timestamp: '2026-01-05T10:00:00.000Z', type, payload })}\n`;
  const item = (payload: object) => codexLine('response_item', payload);

  test('Codex: its shells are one capability, in its transcript and in its hooks', async () => {
    const judge = judgeWith(
      `
capabilities:
  Bash:
    before:
      - assert: context.capabilities.Bash.inputs.filter(i, i.command == input.command).size() < 2
        error_message: twice is enough
    after:
      - assert: '!output.contains("SECRET")'
        on_fail: block
guardrails:
  before:
    - assert: '!input.message.exists(p, p.text.contains("password"))'
  after:
    - assert: context.capabilities.Bash.count_successful > 1
`,
      { agent: 'codex' },
    );
    const hook = async (fixture: string, changes: object = {}) =>
      (await judge.judge(hookInput(`codex.${fixture}`, transcript, changes))).decision.kind;
    expect(await hook('user-prompt-submit', { prompt: 'my password' })).toBe('deny');
    expect(await hook('user-prompt-submit')).toBe('pass');
    writeFileSync(
      transcript,
      codexLine('session_meta', {
        id: 'abc123',
        timestamp: '2026-01-05T10:00:00.000Z',
        cwd: '/x',
        originator: 'codex_cli_rs',
        cli_version: '0.77.0',
      }) + item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Run the tests' }] }),
    );
    const runs = [
      ['c1', 'shell', { command: ['bash', '-lc', 'npm test'] }],
      ['c2', 'exec_command', { cmd: 'npm test' }],
    ] as const;
    const answers: string[] = [];
    for (const [id, name, args] of runs) {
      expect(await hook('pre-tool-use', { tool_use_id: id })).toBe('pass');
      appendFileSync(transcript, item({ type: 'function_call', name, arguments: JSON.stringify(args), call_id: id }));
      expect(await hook('pre-tool-use', { tool_use_id: id })).toBe('pass');
      expect(await hook('post-tool-use', { tool_use_id: id })).toBe('pass');
      answers.push(await hook('stop'));
      appendFileSync(transcript, item({ type: 'function_call_output', call_id: id, output: '12 passed' }));
    }
    expect(await hook('post-tool-use', { tool_use_id: 'c9', tool_response: 'a SECRET' })).toBe('deny');
    expect(await hook('pre-tool-use', { tool_use_id: 'c3' })).toBe('deny');
    expect(answers).toEqual(['deny', 'pass']);
    expect(await hook('stop')).toBe('pass');
  });
});

describe('growth equals the whole', () => {
  const fixtures = join(import.meta.dirname, '../../engine/importers/claude-code/fixtures');
  const names = readdirSync(fixtures).filter((name) => /^(?:rejection|tool-heavy|compaction|short)\.jsonl$/.test(name));
  /** Steps for each tool, so that many turns pass and many do not. */
  const steps = (tools: readonly string[]) => `
guardrails:
  before:
    - assert: context._history.turn_count % 4 != 0
capabilities:
${tools
  .map(
    (tool) => `  ${tool}:
    before:
      - assert: context.capabilities._meta.count % 3 != 1
      - assert: context._history.turn_count % 5 != 2
      - assert: '!context.capabilities["${tool}"].inputs.exists(i, i == input)'
    after:
      - assert: type(output) != string || size(output) % 2 == 0
`,
  )
  .join('')}`;

  test.each(names)(
    'at every turn of %s, the decision is the verdict of a sweep over the whole transcript',
    async (name) => {
      const lines = readFileSync(join(fixtures, name), 'utf8').trimEnd().split('\n');
      const whole = await opened(lines.join('\n'));
      const tools = whole.history.functions.map(({ key }) => key);
      const text = steps(tools.length > 0 ? tools : ['Bash']);
      const judge = judgeWith(text);
      const read = readPolicy(text);
      if (!read.ok) throw new Error(read.problem.message);
      const stopped = await stoppedTurns(whole, read.value);
      let judged = 0;
      writeFileSync(transcript, '');
      for (const [index, written] of lines.entries()) {
        const turnsHere = whole.history.turns.filter(({ event }) => whole.sources.at(event)?.[0] === index);
        for (const turn of turnsHere.filter(({ kind, text: said }) => kind === 'input' && said !== undefined)) {
          const { decision, turn: at } = await judge.judge(
            hookInput('claude-code.user-prompt-submit', transcript, { prompt: turn.text }),
          );
          expect([at, decision.kind], `prompt ${turn.index}`).toEqual([
            turn.index,
            stopped.before.has(turn.index) ? 'deny' : 'pass',
          ]);
          judged += 1;
        }
        appendFileSync(transcript, `${written}\n`);
        const { message } = JSON.parse(written) as { message?: { content?: readonly Block[] | string } };
        const blocks = typeof message?.content === 'object' ? message.content : [];
        for (const [at, block] of [...blocks.entries()].filter(([, { type }]) => type === 'tool_use')) {
          const turn = turnAt(whole, [index, 'message', 'content', at]);
          const { decision, turn: found } = await judge.judge(asHook(block));
          expect([found, decision.kind], `call ${turn}`).toEqual([turn, stopped.before.has(turn) ? 'deny' : 'pass']);
          judged += 1;
        }
      }
      expect(judged).toBeGreaterThan(2);
      expect(stopped.before.size).toBeGreaterThan(0);
    },
  );

  interface Block {
    readonly type: string;
    readonly id: string;
    readonly name: string;
    readonly input: unknown;
  }

  const asHook = ({ id, name, input }: Block) =>
    hookInput('claude-code.pre-tool-use', transcript, { tool_name: name, tool_input: input, tool_use_id: id });
});

async function opened(text: string): Promise<OpenSession> {
  const read = await openText(text);
  const open = read.ok ? openEntry(read.value, 0, systemOf) : read;
  if (!open.ok) throw new Error(open.problem.message);
  return open.value;
}

/** Turns at which a rule before a prompt or a call fires or fails. */
async function stoppedTurns(session: OpenSession, policy: Policy): Promise<{ readonly before: ReadonlySet<number> }> {
  const before = new Set<number>();
  for (const rule of policy.rules) {
    if (rule.list !== 'before') continue;
    const judged = ruleOf(policy, rule, session.history.functions);
    await sweep(session, judged, decisionsUnder(policy, session), unhurried, (turn, verdict) => {
      if (verdict === 'fire' || verdict === 'error') before.add(turn);
    });
  }
  return { before };
}

function turnAt({ history, sources }: OpenSession, place: readonly (string | number)[]): number {
  const key = JSON.stringify(place);
  return history.turns.find(({ event }) => JSON.stringify(sources.at(event)) === key)?.index ?? -1;
}

describe('a policy of another host', () => {
  const gateway = (...rules: readonly string[]) =>
    `mcp:\n  policies:\n    mcpAuthorization:\n      rules:\n${rules.map((rule) => `      - ${rule}\n`).join('')}`;
  const decisionOf = async (policy: string, changes = {}) => {
    writeFileSync(transcript, written.prompt('clean up'));
    return (await judgeWith(policy, changes).judge(call('ls'))).decision;
  };

  test('of a gateway: denies what no rule allows; an unknown rule counts only where it matters', async () => {
    expect(await decisionOf(gateway(`mcp.tool.name == "Bash"`))).toEqual({ kind: 'pass' });
    expect(await decisionOf(gateway(`mcp.tool.name == "Read"`))).toMatchObject({
      kind: 'deny',
      reason: 'Contextscope stopped this call: Denied: no rule allows it.',
    });
    expect(await decisionOf(gateway(`jwt.sub == "me"`, `'true'`))).toEqual({ kind: 'pass' });
    expect(await decisionOf(gateway(`jwt.sub == "me"`))).toMatchObject({ kind: 'ask' });
    expect(await decisionOf(gateway())).toMatchObject({
      kind: 'deny',
      reason: expect.stringContaining('mcpAuthorization'),
    });
  });

  const ai = (effect: string) => `default: allow
variables:
  - name: command
    expression: tool.call.params.command
rules:
  - condition: variables.command == "ls"
    effect: ${effect}
    message: Not here.
`;

  test('of the CEL project’s environment: its message goes to the model, and a confirmation asks the person', async () => {
    expect(await decisionOf(ai('deny'))).toMatchObject({
      kind: 'deny',
      reason: 'Contextscope stopped this call: Not here.',
    });
    expect(await decisionOf(ai('allow'))).toEqual({ kind: 'pass' });
    expect(await decisionOf(ai('confirm'), { onUnknown: 'pass' })).toMatchObject({ kind: 'ask' });
    expect(await decisionOf('default: deny\nrules:\n  - effect: deny\n')).toMatchObject({ kind: 'deny' });
    expect(await decisionOf(ai('deny').replace('variables.command ==', 'variables.comand =='))).toMatchObject({
      kind: 'deny',
      reason: expect.stringMatching(/policy\.yaml:6:\d+: There is no key `comand` in `variables`/),
    });
  });

  test('about results runs after the call', async () => {
    const policy =
      'default: allow\nrules:\n  - {condition: tool.call.result.content.contains("secret"), effect: deny}\n';
    const judge = judgeWith(policy);
    writeFileSync(transcript, written.prompt('clean up'));
    expect((await judge.judge(call('ls'))).decision).toEqual({ kind: 'pass' });
    const after = hookInput('claude-code.post-tool-use', transcript, {
      tool_use_id: 'toolu_1',
      tool_response: { stdout: 'secret' },
    });
    expect((await judge.judge(after)).decision).toMatchObject({ kind: 'deny' });
  });
});
