import { describe, expect, test } from 'vitest';
import type { Decision } from '../decision.ts';
import { hookInput } from '../testing.ts';
import { claudeCode } from './claude-code.ts';
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

test.each(hookAgents.map((agent) => [agent.title, agent] as const))('%s leaves other events alone', (_, agent) => {
  expect(agent.read({ hook_event_name: 'constructor', session_id: 's', transcript_path: '/t' })).toBeNull();
  expect(agent.read({})).toMatch(/hook_event_name/);
});
