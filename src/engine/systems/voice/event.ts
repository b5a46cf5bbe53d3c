import * as v from 'valibot';
import { toolsDefined } from '../tools-defined.ts';
import { eventSchema, list, type EventOf, type EventTable } from '../event-table.ts';
import { amount, anyValue, record, text, tokens } from '../fields.ts';

const duration = v.exactOptional(amount);
/** UTC ISO 8601. */
const at = text;

const events = {
  /** The tools that the model can call, as the recording describes them: from here on. */
  'tools-defined': toolsDefined,
  /** The caller said something. Makes an `input` turn. */
  'user-spoke': {
    at,
    text,
  },
  /** The agent said something to the caller. Makes an `llm` turn that counts as an answer. */
  'agent-spoke': {
    at,
    /** The text that the caller heard. */
    text,
    /** The text before its placeholders were filled. */
    template: text,
    /** The text that the model wrote, if the caller heard less of it. */
    intended: text,
    /** The caller interrupted the agent. */
    interrupted: v.exactOptional(v.boolean()),
    tokens,
    took_ms: duration,
  },
  /**
   * The model was called, but the caller heard nothing of its response: it requested tools, or the caller kept speaking.
   * Makes an `llm` turn without an answer.
   */
  'model-called': {
    at,
    /** The text that the model wrote. */
    text,
    /** Names of the tools that it requested. */
    planned: v.exactOptional(list(v.string())),
    tokens,
    took_ms: duration,
  },
  /** A tool call starts: `params` are its arguments and replace those of the previous call. Makes a `capability` turn. */
  'tool-called': {
    at,
    tool: text,
    params: record,
  },
  /** A tool was not run because required flags are not set. Makes a `capability` turn. */
  'tool-blocked': {
    at,
    tool: text,
    params: v.exactOptional(record),
    unmet: list(v.string()),
  },
  /** The latest tool call ended. */
  'tool-ended': {
    at,
    outcome: v.picklist(['ok', 'error']),
    /** The result returned to the agent. */
    output: v.exactOptional(anyValue),
    error: text,
    took_ms: duration,
  },
  /** Paths are written as in the documentation, without `[+]` and with indices counted from the start. */
  'value-set': {
    at,
    path: v.string(),
    value: anyValue,
  },
  'value-appended': {
    at,
    /** The path of the list. */
    path: v.string(),
    value: anyValue,
  },
  'value-deleted': {
    at,
    path: v.string(),
  },
  /** `flag.set` or `flag.clear`. The name is one complete key. */
  'flag-changed': {
    at,
    flag: v.string(),
    value: v.boolean(),
  },
  /** `set_agent_state`. The key is one complete key, with any characters. */
  'agent-state-set': {
    at,
    agent: v.string(),
    key: v.string(),
    value: anyValue,
  },
  /** A handoff was requested; the switch completes it. */
  'handoff-triggered': {
    at,
    target: v.string(),
  },
  'agent-switched': {
    at,
    agent: v.string(),
  },
  /** A placeholder had neither value nor default, so it stayed in the text. */
  'placeholder-missed': {
    at,
    path: v.string(),
  },
  /** A tool sent a request to an external address, with all placeholders filled. */
  'request-sent': {
    at,
    url: v.string(),
    method: text,
    body: v.exactOptional(anyValue),
  },
  /** An action of a tool was refused and changed nothing. */
  'operation-failed': {
    at,
    kind: v.string(),
    message: v.string(),
    path: text,
  },
  /** Another call was created, from its own data or from an export. It shares nothing with this call. */
  'call-made': {
    at,
    call: v.string(),
    context: record,
    /** The data is an export, whose history continues. */
    restored: v.exactOptional(v.boolean()),
  },
} satisfies EventTable;

/**
 * The events of a call, in order. Session files contain them in exactly this form. A missing field was not recorded;
 * null means null.
 */
export type CallEvent = CallEventOf<keyof typeof events> | InCall;

type CallEventOf<Type extends keyof typeof events> = EventOf<typeof events, Type>;

export type AgentSpoke = CallEventOf<'agent-spoke'>;
export type ModelCalled = CallEventOf<'model-called'>;
export type ToolCalled = CallEventOf<'tool-called'>;
export type ToolBlocked = CallEventOf<'tool-blocked'>;
export type ToolEnded = CallEventOf<'tool-ended'>;
export type ValueSet = CallEventOf<'value-set'>;
export type ValueAppended = CallEventOf<'value-appended'>;
export type ValueDeleted = CallEventOf<'value-deleted'>;
export type AgentSwitched = CallEventOf<'agent-switched'>;
export type OperationFailed = CallEventOf<'operation-failed'>;
export type CallMade = CallEventOf<'call-made'>;

/** An event in another call. */
interface InCall {
  readonly type: 'in-call';
  readonly at?: string;
  readonly call: string;
  readonly event: CallEvent;
}

/** Unknown fields are accepted. */
export const CallEventSchema: v.GenericSchema<unknown, CallEvent> = eventSchema({
  ...events,
  'in-call': { at, call: v.string(), event: v.lazy(() => CallEventSchema) },
});
