import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import { Double, isRecord } from '../../model/value.ts';

/**
 * What happened in a task, in the order in which it happened. Session files carry these as they stand here.
 * A field that is absent means *the recording does not say*; null means null.
 */
export type TaskEvent =
  | InputReceived
  | ModelCalled
  | CapabilityInvoked
  | ResultRecorded
  | OutputSent
  | TurnRecorded
  | TokensTotalled
  | ValuesStated
  | ClockAdvanced
  | FileWritten
  | Failed
  | LimitExceeded
  | Locked
  | Closed;

/** What most events have: when (UTC ISO 8601) and in which derived context; absent means the root. */
interface Placed {
  readonly at?: string;
  readonly node?: string;
}

/** The user's message with the agent's parameters. Makes an `input` turn. */
export interface InputReceived extends Placed {
  readonly type: 'input-received';
  /** Content parts: `{mimeType, text?, …}`. What else a recording holds there is kept; absent where it has none. */
  readonly message?: Value;
  readonly params?: RecordValue;
}

/** One model call. Makes an `llm` turn; an answer to the user is an `output-sent` right after it. */
export interface ModelCalled extends Placed {
  readonly type: 'model-called';
  /** Of this call alone. A missing number makes that running sum unknown until `tokens-totalled`. */
  readonly tokens?: TokenNumbers;
  readonly text?: string;
  readonly planned?: readonly PlannedCall[];
  readonly model?: string;
  readonly took_ms?: number;
}

export interface PlannedCall {
  readonly function: FunctionName;
  readonly args?: Value;
}

export interface TokenNumbers {
  readonly prompt?: number;
  readonly completion?: number;
  /** Where the recording has it; otherwise prompt + completion. */
  readonly total?: number;
}

/** A function key as it stands under `context.capabilities`, or the names that it is derived from. */
export type FunctionName = string | { readonly ref: string; readonly capability?: string };

export type CallOutcome = 'ok' | 'error' | 'blocked_before' | 'blocked_after';

interface Invoked extends Placed {
  readonly function: FunctionName;
  readonly args?: Value;
  readonly outcome: CallOutcome;
  readonly output?: Value;
  /** In words: why it was errored or restricted. */
  readonly error?: string;
  /** Child task of a delegation. */
  readonly task_id?: string;
  readonly took_ms?: number;
}

/** The model's use of a capability, whether it ran or was stopped. Makes a `capability` turn. */
export interface CapabilityInvoked extends Invoked {
  readonly type: 'capability-invoked';
}

/** An `invoke` step of the middleware: on record under its own function, but no turn. */
export interface ResultRecorded extends Invoked {
  readonly type: 'result-recorded';
}

/** The agent's answer with its `exposes` values. It belongs to the turn before it and makes none. */
export interface OutputSent extends Placed {
  readonly type: 'output-sent';
  readonly message?: Value;
  readonly exposes?: RecordValue;
}

/** A turn of which the recording knows nothing but its kind. */
export interface TurnRecorded extends Placed {
  readonly type: 'turn-recorded';
  readonly kind: 'input' | 'capability';
}

/** The running sums from here on, as the recording states them; an absent one is unknown from here on. */
export interface TokensTotalled extends TokenNumbers {
  readonly type: 'tokens-totalled';
}

/**
 * Places under `context` that the recording states outright, where its own lists would give something else:
 * they hold from here on. An absent value means that this place is unknown from here on.
 */
export interface ValuesStated {
  readonly type: 'values-stated';
  readonly values: readonly { readonly path: readonly string[]; readonly value?: Value }[];
}

/** Time passed without anything else happening. */
export interface ClockAdvanced {
  readonly type: 'clock-advanced';
  readonly seconds: number;
}

/** `mount.write()`: a file of the agent's mount holds this text from here on. */
export interface FileWritten {
  readonly type: 'file-written';
  readonly path: string;
  readonly text: string;
}

/** An unrecoverable error: the task is over. */
export interface Failed {
  readonly type: 'failed';
  readonly error: string;
  readonly at?: string;
}

/** A configured limit was exceeded: the task is over. */
export interface LimitExceeded {
  readonly type: 'limit-exceeded';
  readonly limit: LimitName;
  readonly at?: string;
}

/** A `lock_task` outcome: the task is over. */
export interface Locked {
  readonly type: 'locked';
  readonly reason?: string;
  readonly at?: string;
}

/** The runtime closed the task. */
export interface Closed {
  readonly type: 'closed';
  readonly at?: string;
}

export const limitNames = [
  'max_turns',
  'max_prompt_tokens',
  'max_completion_tokens',
  'max_tool_calls',
  'max_age',
] as const;
export type LimitName = (typeof limitNames)[number];

/** Other programs write `12.0` where they mean 12; a reader hands that on as a `Double`. */
const plainNumber = v.union([
  v.number(),
  v.pipe(
    v.instance(Double),
    v.transform((double) => double.value),
  ),
]);
const text = v.exactOptional(v.string());
const count = v.exactOptional(v.pipe(plainNumber, v.safeInteger(), v.minValue(0)));
const duration = v.exactOptional(v.pipe(plainNumber, v.finite(), v.minValue(0)));
/** Readers yield nothing but values, so there is nothing to look for inside one. */
const anyValue = v.custom<Value>((value) => value !== undefined);
const record = v.exactOptional(v.custom<RecordValue>(isRecord));
const message = v.exactOptional(anyValue);
const placed = { at: text, node: text };

const functionName = v.union([v.string(), v.looseObject({ ref: v.string(), capability: text })]);
const tokenNumbers = { prompt: count, completion: count, total: count };
const invoked = {
  ...placed,
  function: functionName,
  args: v.exactOptional(anyValue),
  outcome: v.picklist(['ok', 'error', 'blocked_before', 'blocked_after']),
  output: v.exactOptional(anyValue),
  error: text,
  task_id: text,
  took_ms: duration,
};

/** Loose: fields that we do not know pass. */
export const TaskEventSchema: v.GenericSchema<unknown, TaskEvent> = v.variant('type', [
  v.looseObject({ type: v.literal('input-received'), ...placed, message, params: record }),
  v.looseObject({
    type: v.literal('model-called'),
    ...placed,
    tokens: v.exactOptional(v.looseObject(tokenNumbers)),
    text,
    planned: v.exactOptional(v.array(v.looseObject({ function: functionName, args: v.exactOptional(anyValue) }))),
    model: text,
    took_ms: duration,
  }),
  v.looseObject({ type: v.literal('capability-invoked'), ...invoked }),
  v.looseObject({ type: v.literal('result-recorded'), ...invoked }),
  v.looseObject({ type: v.literal('output-sent'), ...placed, message, exposes: record }),
  v.looseObject({ type: v.literal('turn-recorded'), ...placed, kind: v.picklist(['input', 'capability']) }),
  v.looseObject({ type: v.literal('tokens-totalled'), ...tokenNumbers }),
  v.looseObject({
    type: v.literal('values-stated'),
    values: v.array(v.looseObject({ path: v.array(v.string()), value: v.exactOptional(anyValue) })),
  }),
  v.looseObject({ type: v.literal('clock-advanced'), seconds: v.pipe(plainNumber, v.finite(), v.minValue(0)) }),
  v.looseObject({ type: v.literal('file-written'), path: v.string(), text: v.string() }),
  v.looseObject({ type: v.literal('failed'), error: v.string(), at: text }),
  v.looseObject({ type: v.literal('limit-exceeded'), limit: v.picklist(limitNames), at: text }),
  v.looseObject({ type: v.literal('locked'), reason: text, at: text }),
  v.looseObject({ type: v.literal('closed'), at: text }),
]);
