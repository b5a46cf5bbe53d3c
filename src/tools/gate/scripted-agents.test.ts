import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openEntry } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { bundledProgram } from '../cli/testing.ts';
import { hookInput } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
const runtime = join(folder, 'run');
mkdirSync(runtime, { mode: 0o700 });
const transcript = join(folder, 'transcript.jsonl');
const policy = join(folder, 'policy.yaml');
const log = join(folder, 'gate.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

let bundle: string;
beforeAll(async () => {
  bundle = await bundledProgram(folder);
}, 60_000);

/** The command as an agent starts it: a process of its own for each hook. Returns what it prints. */
async function hook(
  agent: string,
  fixture: string,
  changes: object = {},
  env: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  const child = spawn(process.execPath, [bundle, 'gate', policy, '--agent', agent, '--log', log], {
    env: { ...process.env, XDG_RUNTIME_DIR: runtime, ...env },
  });
  child.stdin.end(hookInput(`${agent}.${fixture}`, transcript, changes));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  expect([stderr, status]).toEqual(['', 0]);
  return stdout === '' ? null : (JSON.parse(stdout) as unknown);
}

/** The policy, with the name that the hooks of the agent have for its shell. */
function givePolicy(shell: string): void {
  for (const file of [transcript, log]) rmSync(file, { force: true });
  writeFileSync(
    policy,
    `
guardrails:
  before:
    - assert: '!input.message.exists(p, p.text.contains("password"))'
      error_message: no passwords
  after:
    - assert: context.capabilities.${shell}.count_successful > 0
      error_message: nothing was run
capabilities:
  ${shell}:
    before:
      - assert: '!input.command.contains("rm -rf")'
        error_message: "{input.command} removes too much"
      - assert: context.capabilities.${shell}.count_successful < 2
        error_message: two calls are enough
      - condition: input.command.startsWith("deploy")
        assert: review("owner")
    after:
      - assert: '!output.contains("SECRET")'
        on_fail: block
        error_message: the output holds a secret
`,
  );
}

const stopped = {
  message: 'Contextscope stopped this message: no passwords',
  removal: 'Contextscope stopped this call: rm -rf build removes too much',
  third: 'Contextscope stopped this call: two calls are enough',
  result: 'Contextscope does not accept this result: the output holds a secret',
  answer: 'Contextscope does not accept this answer: nothing was run',
};

/** A guardrail ends the task. */
const ended = (stopReason: string) => ({ continue: false, stopReason });

/** What the log and the page have of it. */
async function logged() {
  const written = readFileSync(log, 'utf8');
  const lines = written.trimEnd().split('\n');
  const decisions = lines.map((line) => {
    const { gate } = JSON.parse(line) as { readonly gate: { readonly event: string; readonly decision: string } };
    return `${gate.event} ${gate.decision}`;
  });
  const opened = await openText(written);
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  const { history } = session.value;
  return { decisions, agent: history.agent.name, marks: history.turns.flatMap(({ gate }) => gate ?? []) };
}

describe('a scripted session of Gemini CLI', () => {
  afterEach(() => hook('gemini-cli', 'after-agent', { hook_event_name: 'SessionEnd' }));
  const line = (fields: object) => appendFileSync(transcript, `${JSON.stringify(fields)}\n`);
  const at = '2026-01-05T10:00:00.000Z';
  const run = (command: string) => ({ tool_input: { command } });
  const call = (id: string, command: string, status: string, output: string) => ({
    id,
    name: 'run_shell_command',
    args: { command },
    status,
    timestamp: at,
    result: [{ functionResponse: { id, name: 'run_shell_command', response: { output } } }],
  });
  /** A message is written again in full when one of its calls has ended. */
  const says = (id: string, content: string, toolCalls: readonly object[] = []) =>
    line({ id, timestamp: at, type: 'gemini', content, model: 'gemini-2.5-pro', toolCalls });
  const denied = (reason: string) => ({ decision: 'deny', reason });

  test('is stopped where the policy says so, by name and arguments of its calls, which have no id', async () => {
    givePolicy('run_shell_command');
    const gemini = (fixture: string, changes?: object) => hook('gemini-cli', fixture, changes);
    expect(await gemini('before-agent', { prompt: 'my password is x' })).toEqual({
      ...denied(stopped.message),
      ...ended(stopped.message),
    });
    expect(await gemini('before-agent')).toBeNull();
    line({ sessionId: 'abc123', projectHash: 'p', startTime: at, lastUpdated: at });
    line({ id: 'u1', timestamp: at, type: 'user', content: 'Run the tests' });
    expect(await gemini('after-agent')).toEqual(denied(stopped.answer));

    // Before the call is in the transcript, and after.
    expect(await gemini('before-tool')).toBeNull();
    says('g1', '', [call('c1', 'npm test', 'success', '12 passed')]);
    expect(await gemini('after-tool')).toBeNull();
    expect(await gemini('before-tool', run('rm -rf build'))).toEqual(denied(stopped.removal));
    // Its hooks cannot ask.
    expect(await gemini('before-tool', run('deploy shop'))).toEqual(
      denied('Contextscope: the policy wants a person to decide (capabilities.run_shell_command.before[2]).'),
    );
    expect(await gemini('before-tool', run('cat .env'))).toBeNull();
    const secret = { ...run('cat .env'), tool_response: { llmContent: 'SECRET', returnDisplay: 'SECRET' } };
    expect(await gemini('after-tool', secret)).toEqual(denied(stopped.result));
    says('g2', '', [call('c2', 'cat .env', 'success', stopped.result)]);
    expect(await gemini('before-tool', run('ls'))).toEqual(denied(stopped.third));
    expect(await gemini('after-agent')).toBeNull();

    const { decisions, agent, marks } = await logged();
    expect(decisions).toEqual([
      'BeforeAgent deny',
      'BeforeAgent pass',
      'AfterAgent deny',
      'BeforeTool pass',
      'AfterTool pass',
      'BeforeTool deny',
      'BeforeTool ask',
      'BeforeTool pass',
      'AfterTool deny',
      'BeforeTool deny',
      'AfterAgent pass',
    ]);
    expect(agent).toBe('Gemini CLI');
    expect(marks).toHaveLength(decisions.length);
    expect(marks.find(({ decision }) => decision === 'ask')).toMatchObject({ answer: 'deny' });
  }, 60_000);
});

describe('a scripted session of Codex', () => {
  afterEach(() => hook('codex', 'stop', { hook_event_name: 'SessionEnd' }));
  const line = (type: string, payload: object) =>
    appendFileSync(transcript, `${JSON.stringify({ timestamp: '2026-01-05T10:00:00.000Z', type, payload })}\n`);
  const item = (payload: object) => line('response_item', payload);
  const denied = (permissionDecisionReason: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
  });
  const blocked = (reason: string) => ({ decision: 'block', reason });
  const run = (tool_use_id: string, command: string) => ({ tool_use_id, tool_input: { command } });
  const runs = (id: string, command: string, output: string) => {
    const args = JSON.stringify({ command: ['bash', '-lc', command] });
    item({ type: 'function_call', name: 'shell', arguments: args, call_id: id });
    item({ type: 'function_call_output', call_id: id, output });
  };

  test('is stopped where the policy says so, by the hooks’ own name of its shells', async () => {
    givePolicy('Bash');
    const codex = (fixture: string, changes?: object) => hook('codex', fixture, changes);
    expect(await codex('user-prompt-submit', { prompt: 'my password is x' })).toEqual({
      ...blocked(stopped.message),
      ...ended(stopped.message),
    });
    expect(await codex('user-prompt-submit')).toBeNull();
    line('session_meta', { id: 'abc123', timestamp: '2026-01-05T10:00:00.000Z', cwd: '/x', cli_version: '0.171.0' });
    item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Run the tests' }] });
    expect(await codex('stop')).toEqual(blocked(stopped.answer));

    expect(await codex('pre-tool-use', run('c1', 'npm test'))).toBeNull();
    runs('c1', 'npm test', '12 passed');
    expect(await codex('post-tool-use', run('c1', 'npm test'))).toBeNull();
    expect(await codex('pre-tool-use', run('c2', 'rm -rf build'))).toEqual(denied(stopped.removal));
    // Codex would take a question for a failed hook, and make the call.
    expect(await codex('pre-tool-use', run('c3', 'deploy shop'))).toEqual(
      denied('Contextscope: the policy wants a person to decide (capabilities.Bash.before[2]).'),
    );
    expect(await codex('pre-tool-use', run('c4', 'cat .env'))).toBeNull();
    expect(await codex('post-tool-use', { ...run('c4', 'cat .env'), tool_response: 'SECRET' })).toEqual(
      blocked(stopped.result),
    );
    runs('c4', 'cat .env', stopped.result);
    expect(await codex('pre-tool-use', run('c5', 'ls'))).toEqual(denied(stopped.third));
    expect(await codex('stop')).toBeNull();

    const { decisions, agent, marks } = await logged();
    expect(decisions).toEqual([
      'UserPromptSubmit deny',
      'UserPromptSubmit pass',
      'Stop deny',
      'PreToolUse pass',
      'PostToolUse pass',
      'PreToolUse deny',
      'PreToolUse ask',
      'PreToolUse pass',
      'PostToolUse deny',
      'PreToolUse deny',
      'Stop pass',
    ]);
    expect(agent).toBe('Codex');
    expect(marks).toHaveLength(decisions.length);
    expect(marks.find(({ decision }) => decision === 'ask')).toMatchObject({ answer: 'deny' });
  }, 60_000);
});

describe('a scripted session of Copilot CLI', () => {
  const place = join(folder, 'copilot', 'session-state', 'abc123');
  const events = join(place, 'events.jsonl');
  let parent: string | null = null;
  let written = 0;
  const line = (type: string, data: object) => {
    const id = `e${(written += 1)}`;
    appendFileSync(
      events,
      `${JSON.stringify({ type, data, id, timestamp: '2026-01-05T10:00:00.000Z', parentId: parent })}\n`,
    );
    parent = id;
  };
  const copilot = (command: string) =>
    hook('copilot-cli', 'pre-tool-use', { tool_input: { command } }, { COPILOT_HOME: join(folder, 'copilot') });
  const requests = (toolCallId: string, command: string) => {
    line('assistant.message', {
      messageId: `m-${toolCallId}`,
      content: '',
      toolRequests: [{ toolCallId, name: 'bash', arguments: { command }, type: 'function' }],
    });
  };
  const runs = (toolCallId: string, command: string, content: string) => {
    line('tool.execution_start', { toolCallId, toolName: 'bash', arguments: { command } });
    line('tool.execution_complete', { toolCallId, success: true, result: { content } });
  };
  const said = (permissionDecision: string, permissionDecisionReason: string) => ({
    permissionDecision,
    permissionDecisionReason,
  });

  test('is stopped before its calls, which are in the file of its session', async () => {
    givePolicy('Bash');
    mkdirSync(place, { recursive: true });
    line('session.start', { sessionId: 'abc123', version: 1, producer: 'copilot-agent', copilotVersion: '1.0.102' });
    line('user.message', { content: 'Run the tests' });
    requests('c1', 'npm test');
    expect(await copilot('npm test')).toBeNull();
    runs('c1', 'npm test', '12 passed');
    requests('c2', 'rm -rf build');
    expect(await copilot('rm -rf build')).toEqual(said('deny', stopped.removal));
    expect(await copilot('deploy shop')).toEqual(
      said('ask', 'Contextscope: the policy wants a person to decide (capabilities.Bash.before[2]).'),
    );
    requests('c3', 'ls');
    expect(await copilot('ls')).toBeNull();
    runs('c3', 'ls', 'a');
    expect(await copilot('ls again')).toEqual(said('deny', stopped.third));

    const { decisions, agent, marks } = await logged();
    expect(decisions).toEqual(['pass', 'deny', 'ask', 'pass', 'deny'].map((decision) => `PreToolUse ${decision}`));
    expect(agent).toBe('Copilot CLI');
    expect(marks).toHaveLength(decisions.length);
    // The hooks of its end have no transcript, so the process in the background is ended by another way.
    await hook('claude-code', 'stop', { hook_event_name: 'SessionEnd' });
  }, 60_000);
});
