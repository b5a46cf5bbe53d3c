import { blocking, inJson, isFields, readCommon, type HookAgent } from './hook-agent.ts';

/**
 * The hooks of Codex: https://github.com/openai/codex/tree/main/codex-rs/hooks. Before a call, only a denial with a reason counts:
 * when a hook asks, or says that the agent shall not continue, Codex takes it for a failed hook and makes the call. So what would
 * be asked is denied, and a locked task is a denied call.
 */
export const codex: HookAgent = {
  id: 'codex',
  title: 'Codex',
  asksAt: [],
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
    return inJson({
      hookSpecificOutput: {
        hookEventName: hook.event,
        permissionDecision: 'deny',
        permissionDecisionReason: reason,
      },
    });
  },
  /** Hooks have every call of a shell as `Bash`, with its command as one text. */
  asHook(name, input) {
    if (!shells.has(name) || !isFields(input)) return null;
    const command = input['cmd'] ?? input['command'];
    if (command === undefined) return null;
    return { name: 'Bash', input: { command: Array.isArray(command) ? scriptOf(command) : command } };
  },
};

const shells: ReadonlySet<string> = new Set([
  'shell',
  'shell_command',
  'exec_command',
  'local_shell',
  'container.exec',
]);

/** `["bash", "-lc", "ls | wc"]` is the script. */
function scriptOf(command: readonly unknown[]): string {
  const [, option, script] = command;
  const isScript = command.length === 3 && (option === '-lc' || option === '-c');
  return isScript ? String(script) : command.join(' ');
}
