import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import { amount, anyValue, record, text, tokens } from '../fields.ts';

/**
 * The events of a call, in order. Session files contain them in exactly this form. A missing field was not recorded;
 * null means null.
 */
export type CallEvent =
  | UserSpoke
  | AgentSpoke
  | ModelCalled
  | ToolCalled
  | ToolBlocked
  | ToolEnded
  | ValueSet
  | ValueAppended
  | ValueDeleted
  | FlagChanged
  | AgentStateSet
  | HandoffTriggered
  | AgentSwitched
  | PlaceholderMissed
  | RequestSent
  | OperationFailed
  | CallMade
  | InCall;

interface Timed {
  /** UTC ISO 8601. */
  readonly at?: string;
}

/** The caller said something. Makes an `input` turn. */
export interface UserSpoke extends Timed {
  readonly type: 'user-spoke';
  readonly text?: string;
}

/** The agent said something to the caller. Makes an `llm` turn that counts as an answer. */
export interface AgentSpoke extends Timed {
  readonly type: 'agent-spoke';
  /** The text that the caller heard. */
  readonly text?: string;
  /** The text before its placeholders were filled. */
  readonly template?: string;
  /** The text that the model wrote, if the caller heard less of it. */
  readonly intended?: string;
  /** The caller interrupted the agent. */
  readonly interrupted?: boolean;
  readonly tokens?: SpentTokens;
  readonly took_ms?: number;
}

/**
 * The model was called, but the caller heard nothing of its response: it requested tools, or the caller kept speaking.
 * Makes an `llm` turn without an answer.
 */
export interface ModelCalled extends Timed {
  readonly type: 'model-called';
  /** The text that the model wrote. */
  readonly text?: string;
  /** Names of the tools that it requested. */
  readonly planned?: readonly string[];
  readonly tokens?: SpentTokens;
  readonly took_ms?: number;
}

export interface SpentTokens {
  readonly prompt?: number;
  readonly completion?: number;
  readonly total?: number;
}

/** A tool call starts: `params` are its arguments and replace those of the previous call. Makes a `capability` turn. */
export interface ToolCalled extends Timed {
  readonly type: 'tool-called';
  readonly tool?: string;
  readonly params: RecordValue;
}

/** A tool was not run because required flags are not set. Makes a `capability` turn. */
export interface ToolBlocked extends Timed {
  readonly type: 'tool-blocked';
  readonly tool?: string;
  readonly params?: RecordValue;
  readonly unmet: readonly string[];
}

/** The latest tool call ended. */
export interface ToolEnded extends Timed {
  readonly type: 'tool-ended';
  readonly outcome: 'ok' | 'error';
  /** The result returned to the agent. */
  readonly output?: Value;
  readonly error?: string;
  readonly took_ms?: number;
}

/** Paths are written as in the documentation, without `[+]` and with indices counted from the start. */
export interface ValueSet extends Timed {
  readonly type: 'value-set';
  readonly path: string;
  readonly value: Value;
}

export interface ValueAppended extends Timed {
  readonly type: 'value-appended';
  /** The path of the list. */
  readonly path: string;
  readonly value: Value;
}

export interface ValueDeleted extends Timed {
  readonly type: 'value-deleted';
  readonly path: string;
}

/** `flag.set` or `flag.clear`. The name is one complete key. */
export interface FlagChanged extends Timed {
  readonly type: 'flag-changed';
  readonly flag: string;
  readonly value: boolean;
}

/** `set_agent_state`. The key is one complete key, with any characters. */
export interface AgentStateSet extends Timed {
  readonly type: 'agent-state-set';
  readonly agent: string;
  readonly key: string;
  readonly value: Value;
}

/** A handoff was requested; the switch completes it. */
export interface HandoffTriggered extends Timed {
  readonly type: 'handoff-triggered';
  readonly target: string;
}

export interface AgentSwitched extends Timed {
  readonly type: 'agent-switched';
  readonly agent: string;
}

/** A placeholder had neither value nor default, so it stayed in the text. */
export interface PlaceholderMissed extends Timed {
  readonly type: 'placeholder-missed';
  readonly path: string;
}

/** A tool sent a request to an external address, with all placeholders filled. */
export interface RequestSent extends Timed {
  readonly type: 'request-sent';
  readonly url: string;
  readonly method?: string;
  readonly body?: Value;
}

/** An action of a tool was refused and changed nothing. */
export interface OperationFailed extends Timed {
  readonly type: 'operation-failed';
  readonly kind: string;
  readonly message: string;
  readonly path?: string;
}

/** Another call was created, from its own data or from an export. It shares nothing with this call. */
export interface CallMade extends Timed {
  readonly type: 'call-made';
  readonly call: string;
  readonly context: RecordValue;
  /** The data is an export, whose history continues. */
  readonly restored?: boolean;
}

/** An event in another call. */
export interface InCall extends Timed {
  readonly type: 'in-call';
  readonly call: string;
  readonly event: CallEvent;
}

const duration = v.exactOptional(amount);
const at = text;

/** Loose: unknown fields are accepted. */
export const CallEventSchema: v.GenericSchema<unknown, CallEvent> = v.variant('type', [
  v.looseObject({ type: v.literal('user-spoke'), at, text }),
  v.looseObject({
    type: v.literal('agent-spoke'),
    at,
    text,
    template: text,
    intended: text,
    interrupted: v.exactOptional(v.boolean()),
    tokens,
    took_ms: duration,
  }),
  v.looseObject({
    type: v.literal('model-called'),
    at,
    text,
    planned: v.exactOptional(v.array(v.string())),
    tokens,
    took_ms: duration,
  }),
  v.looseObject({ type: v.literal('tool-called'), at, tool: text, params: record }),
  v.looseObject({
    type: v.literal('tool-blocked'),
    at,
    tool: text,
    params: v.exactOptional(record),
    unmet: v.array(v.string()),
  }),
  v.looseObject({
    type: v.literal('tool-ended'),
    at,
    outcome: v.picklist(['ok', 'error']),
    output: v.exactOptional(anyValue),
    error: text,
    took_ms: duration,
  }),
  v.looseObject({ type: v.literal('value-set'), at, path: v.string(), value: anyValue }),
  v.looseObject({ type: v.literal('value-appended'), at, path: v.string(), value: anyValue }),
  v.looseObject({ type: v.literal('value-deleted'), at, path: v.string() }),
  v.looseObject({ type: v.literal('flag-changed'), at, flag: v.string(), value: v.boolean() }),
  v.looseObject({ type: v.literal('agent-state-set'), at, agent: v.string(), key: v.string(), value: anyValue }),
  v.looseObject({ type: v.literal('handoff-triggered'), at, target: v.string() }),
  v.looseObject({ type: v.literal('agent-switched'), at, agent: v.string() }),
  v.looseObject({ type: v.literal('placeholder-missed'), at, path: v.string() }),
  v.looseObject({
    type: v.literal('request-sent'),
    at,
    url: v.string(),
    method: text,
    body: v.exactOptional(anyValue),
  }),
  v.looseObject({ type: v.literal('operation-failed'), at, kind: v.string(), message: v.string(), path: text }),
  v.looseObject({
    type: v.literal('call-made'),
    at,
    call: v.string(),
    context: record,
    restored: v.exactOptional(v.boolean()),
  }),
  v.looseObject({ type: v.literal('in-call'), at, call: v.string(), event: v.lazy(() => CallEventSchema) }),
]);
