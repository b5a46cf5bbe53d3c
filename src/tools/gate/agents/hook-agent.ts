import type { Decision } from '../decision.ts';

/** A record of JSON: as `JSON.parse` reads it, or with the exact numbers of our own reader. */
export type Fields = { readonly [key: string]: unknown };

/** What an agent asks of its hook. */
export interface Hook {
  /** The agent's own name of the event. */
  readonly event: string;
  readonly session: string;
  /** The file that the agent writes its session to. */
  readonly transcript: string;
  /** The call of a sub-agent, which the transcript of the main agent may not have. */
  readonly isOfSubAgent: boolean;
  readonly pending: Pending;
}

export type Pending =
  | { readonly at: 'prompt'; readonly text: string }
  | { readonly at: 'before-call'; readonly call: HookCall }
  | { readonly at: 'after-call'; readonly call: HookCall; readonly output: unknown }
  /** `isAgain`: the agent works on because a hook has not accepted an answer before. */
  | { readonly at: 'answer'; readonly text: string; readonly isAgain: boolean };

export interface HookCall {
  /** Absent where the agent gives none: then name and arguments say which call of the transcript it is. */
  readonly id: string | undefined;
  readonly name: string;
  readonly input: unknown;
}

/**
 * The contract of an agent's hooks. This is loaded at every call of a hook, so it imports nothing but types and
 * what is beside it.
 */
export interface HookAgent {
  readonly id: string;
  readonly title: string;
  /** Null for an event that no rule of a policy is about; a sentence for input that does not fit the contract. */
  read(input: Fields): Hook | null | string;
  /** What the hook prints; its exit status is then 0. */
  answer(hook: Hook, decision: Decision): string;
  /** Where its hooks can ask the user; elsewhere a question is answered with a denial. */
  readonly asksAt: readonly Pending['at'][];
  /** The call as hooks have it, where the transcript has another name for it. Null where it has the same. */
  readonly asHook?: (name: string, input: unknown) => Pick<HookCall, 'name' | 'input'> | null;
}

/** The start and the end of a session, which these agents give the same names. */
export function lifeIn(input: Fields): Life | null {
  const { hook_event_name: event, session_id: session, transcript_path: transcript } = input;
  if (typeof session !== 'string' || typeof transcript !== 'string' || transcript === '') return null;
  return event === 'SessionStart' || event === 'SessionEnd' ? { event, session, transcript } : null;
}

export interface Life {
  readonly event: 'SessionStart' | 'SessionEnd';
  readonly session: string;
  readonly transcript: string;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that Claude Code's hooks and those made after them have in common. */
export function readCommon(input: Fields, events: { readonly [event: string]: Pending['at'] }): Hook | null | string {
  const { hook_event_name: event, session_id: session, transcript_path: transcript } = input;
  if (typeof event !== 'string') return 'the input of the hook has no hook_event_name';
  const at = Object.hasOwn(events, event) ? events[event] : undefined;
  if (at === undefined) return null;
  if (typeof session !== 'string') return `the input of ${event} has no session_id`;
  if (typeof transcript !== 'string' || transcript === '') return `the input of ${event} has no transcript_path`;
  const common = { event, session, transcript, isOfSubAgent: input['agent_id'] !== undefined };
  if (at === 'prompt') {
    const { prompt } = input;
    return typeof prompt === 'string'
      ? { ...common, pending: { at, text: prompt } }
      : `the input of ${event} has no prompt`;
  }
  if (at === 'answer') {
    const text = input['last_assistant_message'] ?? input['prompt_response'];
    // Without a text there is no answer: the agent was interrupted, or is too old to give it to its hooks.
    return typeof text === 'string'
      ? { ...common, pending: { at, text, isAgain: input['stop_hook_active'] === true } }
      : null;
  }
  const { tool_name: name, tool_input: args, tool_use_id: id, tool_response: output } = input;
  if (typeof name !== 'string' || name === '') return `the input of ${event} has no tool_name`;
  const call = { id: typeof id === 'string' ? id : undefined, name, input: args };
  return { ...common, pending: at === 'before-call' ? { at, call } : { at, call, output } };
}

/**
 * What these agents take from hooks that cannot ask. An answer that is not accepted makes the agent work on with the reason, also
 * where it locks the task; the next one ends, or the agent could work on for ever.
 */
export function blocking({ pending }: Hook, decision: Decision, word: 'block' | 'deny'): string {
  if (decision.kind === 'pass') return '';
  const { kind, reason } = decision;
  if (kind === 'unjudged') return inJson({ systemMessage: reason });
  const stop = kind === 'deny' && decision.locks === true ? { continue: false, stopReason: reason } : null;
  const block = { decision: word, reason };
  if (pending.at !== 'answer') return inJson({ ...block, ...stop });
  return inJson(pending.isAgain ? { systemMessage: reason, ...stop } : block);
}

export const inJson = (answer: object): string => `${JSON.stringify(answer)}\n`;
