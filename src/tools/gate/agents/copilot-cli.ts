import { homedir } from 'node:os';
import { join } from 'node:path';
import { inJson, readCommon, type HookAgent } from './hook-agent.ts';

/**
 * The hooks of Copilot CLI with the input that it gives to events in PascalCase:
 * https://docs.github.com/en/copilot/reference/hooks-reference. It ignores what a command answers about a prompt, and does not
 * say by which name the input after a call has the tool, so only calls are judged. The input has no path of the transcript,
 * which is in the documented place of its session:
 * https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference
 */
export const copilotCli: HookAgent = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  asksAt: ['before-call'],
  read(input) {
    const { session_id: session } = input;
    const path = typeof session === 'string' ? transcriptOf(session) : undefined;
    return readCommon({ ...input, transcript_path: path }, { PreToolUse: 'before-call' });
  },
  /** It has no message for the user: what was not judged is in the log alone. */
  answer(_, decision) {
    if (decision.kind === 'pass' || decision.kind === 'unjudged') return '';
    const answer = inJson({ permissionDecision: decision.kind, permissionDecisionReason: decision.reason });
    if (decision.kind === 'deny' || decision.changed === undefined) return answer;
    // Put in as text: `JSON.parse` would round its numbers.
    return answer.replace(/\}\n$/, () => `,"modifiedArgs":${decision.changed}}\n`);
  },
  /** Hooks have the tools by the names that Claude Code has for its own, with the same arguments. */
  asHook(name, input) {
    const known = names.get(name);
    return known === undefined ? null : { name: known, input };
  },
};

/** Undefined for an id that would lead out of the folder. */
const transcriptOf = (session: string): string | undefined =>
  /^[\w-]{1,200}$/.test(session)
    ? join(process.env['COPILOT_HOME'] || join(homedir(), '.copilot'), 'session-state', session, 'events.jsonl')
    : undefined;

const names: ReadonlyMap<string, string> = new Map([
  ['bash', 'Bash'],
  ['powershell', 'Bash'],
  ['view', 'Read'],
  ['create', 'Write'],
  ['edit', 'Edit'],
  ['str_replace_editor', 'Edit'],
  ['apply_patch', 'Edit'],
  ['grep', 'Grep'],
  ['rg', 'Grep'],
  ['glob', 'Glob'],
  ['web_fetch', 'WebFetch'],
  ['web_search', 'WebSearch'],
  ['ask_user', 'AskUserQuestion'],
  ['update_todo', 'TodoWrite'],
  ['task', 'Agent'],
]);
