import { describe, expect, test, vi } from 'vitest';
import type { Decision } from '../decision.ts';
import { hookInput } from '../testing.ts';
import { claudeCode } from './claude-code.ts';
import { copilotCli } from './copilot-cli.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import type { Fields, HookAgent } from './hook-agent.ts';
import { hookAgents } from './registry.ts';

const read = (agent: HookAgent, fixture: string) => agent.read(JSON.parse(hookInput(fixture, '/t')) as Fields);

function answered(agent: HookAgent, fixture: string, decision: Decision): unknown {
  const hook = read(agent, fixture);
  if (hook === null || typeof hook === 'string') throw new Error(String(hook));
  const stdout = agent.answer(hook, decision);
  return stdout === '' ? null : JSON.parse(stdout);
}

const deny: Decision = { kind: 'deny', reason: 'no' };
const locks: Decision = { kind: 'deny', reason: 'no', locks: true };
const ask: Decision = { kind: 'ask', reason: 'sure?' };

describe('Claude Code', () => {
  test('a call is denied or asked about, and nothing is said when it passes', () => {
    const fixture = 'claude-code.pre-tool-use';
    const own = (permissionDecision: string, permissionDecisionReason: string) => ({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
    });
    expect(answered(claudeCode, fixture, deny)).toEqual(own('deny', 'no'));
    expect(answered(claudeCode, fixture, ask)).toEqual(own('ask', 'sure?'));
    expect(answered(claudeCode, fixture, { kind: 'pass' })).toBeNull();
    expect(answered(claudeCode, fixture, locks)).toEqual({ ...own('deny', 'no'), continue: false, stopReason: 'no' });
    expect(answered(claudeCode, fixture, { kind: 'unjudged', reason: 'why' })).toEqual({ systemMessage: 'why' });
  });

  test('changed arguments keep their exact numbers', () => {
    const hook = read(claudeCode, 'claude-code.pre-tool-use');
    if (hook === null || typeof hook === 'string') throw new Error(String(hook));
    const stdout = claudeCode.answer(hook, { ...ask, changed: '{"n":12345678901234567890,"text":"$& }}"}' });
    expect(stdout).toContain('"updatedInput":{"n":12345678901234567890,"text":"$& }}"}}}\n');
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
  });

  test.each(['claude-code.user-prompt-submit', 'claude-code.post-tool-use'])('%s can only be blocked', (fixture) => {
    expect(answered(claudeCode, fixture, deny)).toEqual({ decision: 'block', reason: 'no' });
    expect(answered(claudeCode, fixture, ask)).toEqual({ decision: 'block', reason: 'sure?' });
  });
});

describe('Gemini CLI', () => {
  test.each(['gemini-cli.before-tool', 'gemini-cli.after-tool', 'gemini-cli.before-agent'])(
    '%s can only be denied',
    (fixture) => {
      expect(answered(geminiCli, fixture, deny)).toEqual({ decision: 'deny', reason: 'no' });
      expect(answered(geminiCli, fixture, ask)).toEqual({ decision: 'deny', reason: 'sure?' });
      expect(answered(geminiCli, fixture, locks)).toEqual({
        decision: 'deny',
        reason: 'no',
        continue: false,
        stopReason: 'no',
      });
      expect(answered(geminiCli, fixture, { kind: 'pass' })).toBeNull();
    },
  );

  test('its calls have no id', () => {
    expect(read(geminiCli, 'gemini-cli.before-tool')).toMatchObject({
      pending: { at: 'before-call', call: { id: undefined, name: 'run_shell_command' } },
    });
  });
});

describe('Codex', () => {
  const denied = (permissionDecisionReason: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
  });

  test('before a call, everything but a pass is a denial, because it takes any other answer for a failed hook', () => {
    const fixture = 'codex.pre-tool-use';
    for (const decision of [deny, locks]) expect(answered(codex, fixture, decision)).toEqual(denied('no'));
    expect(answered(codex, fixture, ask)).toEqual(denied('sure?'));
    expect(answered(codex, fixture, { ...ask, changed: '{"command":"ls"}' })).toEqual(denied('sure?'));
    expect(answered(codex, fixture, { kind: 'pass' })).toBeNull();
    expect(answered(codex, fixture, { kind: 'unjudged', reason: 'why' })).toEqual({ systemMessage: 'why' });
  });

  test.each(['codex.user-prompt-submit', 'codex.post-tool-use', 'codex.stop'])('%s is blocked', (fixture) => {
    expect(answered(codex, fixture, deny)).toEqual({ decision: 'block', reason: 'no' });
    expect(answered(codex, fixture, ask)).toEqual({ decision: 'block', reason: 'sure?' });
  });

  test('without a transcript, its input cannot be judged', () => {
    const input = JSON.parse(hookInput('codex.pre-tool-use', '', { transcript_path: null })) as Fields;
    expect(codex.read(input)).toBe('the input of PreToolUse has no transcript_path');
  });

  test.each([
    ['shell', { command: ['bash', '-lc', 'ls | wc'] }, 'ls | wc'],
    ['shell', { command: ['git', 'status'] }, 'git status'],
    ['shell_command', { command: 'ls' }, 'ls'],
    ['exec_command', { cmd: 'ls', yield_time_ms: 1 }, 'ls'],
  ])('%s %j of its transcripts is a Bash call of its hooks', (name, input, command) => {
    expect(codex.asHook?.(name, input)).toEqual({ name: 'Bash', input: { command } });
  });

  test('other calls have one name', () => {
    expect(codex.asHook?.('apply_patch', { input: 'x' })).toBeNull();
    expect(codex.asHook?.('shell', 'cut o')).toBeNull();
    expect(codex.asHook?.('shell', {})).toBeNull();
  });
});

describe('Copilot CLI', () => {
  const fixture = 'copilot-cli.pre-tool-use';
  const own = (permissionDecision: string, permissionDecisionReason: string) => ({
    permissionDecision,
    permissionDecisionReason,
  });

  test('a call is denied or asked about; otherwise nothing is said, because it has no message for the user', () => {
    for (const decision of [deny, locks]) expect(answered(copilotCli, fixture, decision)).toEqual(own('deny', 'no'));
    expect(answered(copilotCli, fixture, ask)).toEqual(own('ask', 'sure?'));
    expect(answered(copilotCli, fixture, { kind: 'pass' })).toBeNull();
    expect(answered(copilotCli, fixture, { kind: 'unjudged', reason: 'why' })).toBeNull();
  });

  test('changed arguments keep their exact numbers', () => {
    const hook = read(copilotCli, fixture);
    if (hook === null || typeof hook === 'string') throw new Error(String(hook));
    expect(copilotCli.answer(hook, { ...ask, changed: '{"n":12345678901234567890,"text":"$& }"}' })).toBe(
      '{"permissionDecision":"ask","permissionDecisionReason":"sure?","modifiedArgs":{"n":12345678901234567890,"text":"$& }"}}\n',
    );
  });

  test('the transcript is in the folder of its session', () => {
    vi.stubEnv('COPILOT_HOME', '/copilot');
    expect(read(copilotCli, fixture)).toMatchObject({ transcript: '/copilot/session-state/abc123/events.jsonl' });
    vi.unstubAllEnvs();
    const input = (session: string) => JSON.parse(hookInput(fixture, '', { session_id: session })) as Fields;
    expect(copilotCli.read(input('../other'))).toBe('the input of PreToolUse has no transcript_path');
    // An answer about a prompt is ignored, and the name of the tool in the others is not documented.
    for (const event of ['UserPromptSubmit', 'PostToolUse', 'Stop'])
      expect(copilotCli.read({ ...input('abc123'), hook_event_name: event })).toBeNull();
  });

  test('its hooks have other names of tools than its transcripts', () => {
    expect(copilotCli.asHook?.('bash', { command: 'ls' })).toEqual({ name: 'Bash', input: { command: 'ls' } });
    expect(copilotCli.asHook?.('github-search', {})).toBeNull();
  });
});

describe.each([
  [claudeCode, 'claude-code.stop', 'block'],
  [geminiCli, 'gemini-cli.after-agent', 'deny'],
  [codex, 'codex.stop', 'block'],
] as const)('an answer of %o', (agent, fixture, word) => {
  test('that is not accepted makes the agent work on, once in a row', () => {
    for (const decision of [deny, locks])
      expect(answered(agent, fixture, decision)).toEqual({ decision: word, reason: 'no' });
    const again = agent.read(JSON.parse(hookInput(fixture, '/t', { stop_hook_active: true })) as Fields);
    if (again === null || typeof again === 'string') throw new Error(String(again));
    expect(JSON.parse(agent.answer(again, deny))).toEqual({ systemMessage: 'no' });
    expect(JSON.parse(agent.answer(again, locks))).toMatchObject({ continue: false, stopReason: 'no' });
  });

  test('is not there when the agent has said nothing', () => {
    const silent = { last_assistant_message: null, prompt_response: null };
    expect(agent.read(JSON.parse(hookInput(fixture, '/t', silent)) as Fields)).toBeNull();
  });
});

test.each(hookAgents.map((agent) => [agent.title, agent] as const))('%s leaves other events alone', (_, agent) => {
  expect(agent.read({ hook_event_name: 'constructor', session_id: 's', transcript_path: '/t' })).toBeNull();
  expect(agent.read({})).toMatch(/hook_event_name/);
});
