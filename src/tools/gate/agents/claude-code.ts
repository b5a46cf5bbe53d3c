import { blocking, inJson, readCommon, type HookAgent } from './hook-agent.ts';

/**
 * The hooks of Claude Code: https://code.claude.com/docs/en/hooks. A `PreToolUse` hook may deny a call or ask the user; the
 * others only block, with a reason. *Allow* is never answered: it would skip the user's own permissions.
 */
export const claudeCode: HookAgent = {
  id: 'claude-code',
  title: 'Claude Code',
  asksAt: ['before-call'],
  read: (input) =>
    readCommon(input, {
      UserPromptSubmit: 'prompt',
      PreToolUse: 'before-call',
      PostToolUse: 'after-call',
      Stop: 'answer',
    }),
  answer(hook, decision) {
    if (hook.pending.at !== 'before-call') return blocking(hook, decision, 'block');
    if (decision.kind === 'pass') return '';
    const { kind, reason } = decision;
    if (kind === 'unjudged') return inJson({ systemMessage: reason });
    const stop = kind === 'deny' && decision.locks === true ? { continue: false, stopReason: reason } : {};
    const hookSpecificOutput = {
      hookEventName: hook.event,
      permissionDecision: kind,
      permissionDecisionReason: reason,
    };
    if (kind === 'ask' && decision.changed !== undefined) {
      // Put in as text: `JSON.parse` would round its numbers.
      return inJson({ hookSpecificOutput }).replace(/\}\}\n$/, () => `,"updatedInput":${decision.changed}}}\n`);
    }
    return inJson({ hookSpecificOutput, ...stop });
  },
};
