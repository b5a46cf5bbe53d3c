import { appendFileSync } from 'node:fs';
import type { Hook } from './agents/hook-agent.ts';
import { agentNamed } from './agents/registry.ts';
import type { Decision } from './decision.ts';
import type { GateChoices } from './options.ts';

export interface Deciding {
  readonly decision: Decision;
  readonly hook: Hook | null;
  /** Ids of the rules that decided. */
  readonly rules: readonly string[];
  readonly turn: number | null;
  readonly tookMs: number;
}

/**
 * A line of the log for each decision. What it is about is in the form of Claude Code's transcripts, so that a log opens as a
 * session, and the page shows it live: a denied call has its reason as the result. `gate` has the decision.
 */
export function recordOf({ agent }: GateChoices, deciding: Deciding): object {
  const { decision, hook, rules, turn, tookMs } = deciding;
  const isAnsweredDeny =
    decision.kind === 'ask' && hook !== null && !agentNamed(agent).asksAt.includes(hook.pending.at);
  const gate = {
    agent,
    ...(hook !== null && { event: hook.event }),
    decision: decision.kind,
    // What the agent was answered instead: the hook cannot ask the user.
    ...(isAnsweredDeny && { answer: 'deny' }),
    ...('reason' in decision && { reason: decision.reason }),
    ...(rules.length > 0 && { rules }),
    ...(turn !== null && { turn }),
    took_ms: Math.round(tookMs * 10) / 10,
  };
  const timestamp = new Date().toISOString();
  if (hook === null) return { type: 'system', subtype: 'gate', timestamp, gate };
  const { role, content } = contentOf(hook, decision, isAnsweredDeny || decision.kind === 'deny');
  return { type: role, sessionId: hook.session, timestamp, gate, message: { role, content } };
}

/** A line of the log about the gate itself. */
export const troubleOf = (agent: string, trouble: string): object => ({
  type: 'system',
  subtype: 'gate',
  timestamp: new Date().toISOString(),
  gate: { agent, trouble },
});

type Content = { readonly role: 'user' | 'assistant'; readonly content: unknown };

function contentOf({ pending }: Hook, decision: Decision, isDenied: boolean): Content {
  if (pending.at === 'prompt') return { role: 'user', content: pending.text };
  if (pending.at === 'answer') return { role: 'assistant', content: [{ type: 'text', text: pending.text }] };
  const { id = `no id, ${pending.call.name}`, name, input = null } = pending.call;
  const refused = {
    type: 'tool_result',
    tool_use_id: id,
    is_error: true,
    content: 'reason' in decision ? decision.reason : '',
  };
  if (pending.at === 'before-call') {
    const call = { type: 'tool_use', id, name, input };
    return { role: 'assistant', content: isDenied ? [call, refused] : [call] };
  }
  const result = { type: 'tool_result', tool_use_id: id, content: pending.output ?? null };
  return { role: 'user', content: [isDenied ? refused : result] };
}

/** Only the user can read the log. A full disk must not stop the agent. */
export function addToLog(path: string, line: string): void {
  try {
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    process.stderr.write(`Contextscope could not write its log: ${why}\n`);
  }
}
