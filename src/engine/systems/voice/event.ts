import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import { amount, anyValue, record, text, tokens } from '../fields.ts';

/**
 * What happened in a call, in the order in which it happened. Session files carry these as they stand here.
 * A field that is absent means *the recording does not say*; null means null.
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

/** The agent said something to the caller. Makes an `llm` turn that answers. */
export interface AgentSpoke extends Timed {
  readonly type: 'agent-spoke';
  /** What the caller heard. */
  readonly text?: string;
  /** What the text was before its placeholders were filled. */
  readonly template?: string;
  /** What the model wrote, where the caller heard less of it. */
  readonly intended?: string;
  /** The caller cut in before the agent had ended. */
  readonly interrupted?: boolean;
  readonly tokens?: SpentTokens;
  readonly took_ms?: number;
}

/**
 * The model was called and the caller heard nothing of its response: it asked for tools, or the caller went on speaking.
 * Makes an `llm` turn that answers nobody.
 */
export interface ModelCalled extends Timed {
  readonly type: 'model-called';
  /** What the model wrote. */
  readonly text?: string;
  /** Names of the tools that it asked for. */
  readonly planned?: readonly string[];
  readonly tokens?: SpentTokens;
  readonly took_ms?: number;
}

export interface SpentTokens {
  readonly prompt?: number;
  readonly completion?: number;
  readonly total?: number;
}

/** A tool call starts: `params` are its arguments, and those of the call before are gone. Makes a `capability` turn. */
export interface ToolCalled extends Timed {
  readonly type: 'tool-called';
  readonly tool?: string;
  readonly params: RecordValue;
}

/** A tool was not run, because flags that it asks for are not set. Makes a `capability` turn. */
export interface ToolBlocked extends Timed {
  readonly type: 'tool-blocked';
  readonly tool?: string;
  readonly params?: RecordValue;
  readonly unmet: readonly string[];
}

/** The latest tool call came to its end. */
export interface ToolEnded extends Timed {
  readonly type: 'tool-ended';
  readonly outcome: 'ok' | 'error';
  /** What the agent was given back. */
  readonly output?: Value;
  readonly error?: string;
  readonly took_ms?: number;
}

/** Paths are texts as the page writes them, without `[+]` and with indices from the start. */
export interface ValueSet extends Timed {
  readonly type: 'value-set';
  readonly path: string;
  readonly value: Value;
}

export interface ValueAppended extends Timed {
  readonly type: 'value-appended';
  /** Of the list. */
  readonly path: string;
  readonly value: Value;
}

export interface ValueDeleted extends Timed {
  readonly type: 'value-deleted';
  readonly path: string;
}

/** `flag.set` or `flag.clear`. The name is the whole key. */
export interface FlagChanged extends Timed {
  readonly type: 'flag-changed';
  readonly flag: string;
  readonly value: boolean;
}

/** `set_agent_state`. The key is one key, whatever letters it has. */
export interface AgentStateSet extends Timed {
  readonly type: 'agent-state-set';
  readonly agent: string;
  readonly key: string;
  readonly value: Value;
}

/** A handoff was asked for; it happens with the switch. */
export interface HandoffTriggered extends Timed {
  readonly type: 'handoff-triggered';
  readonly target: string;
}

export interface AgentSwitched extends Timed {
  readonly type: 'agent-switched';
  readonly agent: string;
}

/** A placeholder had neither value nor default: it stayed in the text. */
export interface PlaceholderMissed extends Timed {
  readonly type: 'placeholder-missed';
  readonly path: string;
}

/** A tool called an address outside, with all placeholders filled. */
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

/** Another call beside this one, with which it shares nothing: made from its own data, or from an export. */
export interface CallMade extends Timed {
  readonly type: 'call-made';
  readonly call: string;
  readonly context: RecordValue;
  /** The data is an export: what has happened goes on. */
  readonly restored?: boolean;
}

/** Something that happened in a call beside this one. */
export interface InCall extends Timed {
  readonly type: 'in-call';
  readonly call: string;
  readonly event: CallEvent;
}

const duration = v.exactOptional(amount);
const at = text;

/** Loose: fields that we do not know pass. */
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
