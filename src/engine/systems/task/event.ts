import type { RecordValue, Value } from '../../model/value.ts';
import type { Course } from './course.ts';
import type { FunctionName } from './function-name.ts';
import type { TaskHeader } from './header.ts';
import type { LimitName } from './limits.ts';

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
  | TaskCreated
  | CallHeld
  | ReviewDecided
  | WaitSettled
  | StatusStated
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
  /** What the model is shown instead, where a guardrail transformed it. */
  readonly shown?: Value;
}

/** One model call. Makes an `llm` turn; an answer to the user is an `output-sent` right after it. */
export interface ModelCalled extends Placed {
  readonly type: 'model-called';
  /** Of this call alone. A missing number makes that running sum unknown until `tokens-totalled`. */
  readonly tokens?: TokenNumbers;
  readonly text?: string;
  /** What is known of a call of which no words are recorded, in brackets because nobody said it: `[thinking]`. */
  readonly remark?: string;
  readonly planned?: readonly PlannedCall[];
  readonly model?: string;
  readonly took_ms?: number;
  readonly given?: GivenToModel;
}

/** What a model call was given, where the agent's manifest tells. */
export interface GivenToModel {
  /** The manifest's prompt, with the values of its expressions. */
  readonly prompt?: string;
  /** Expressions of the prompt that failed, in words. */
  readonly problems?: readonly string[];
  /** Keys of the functions on offer. */
  readonly functions?: readonly string[];
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

/** `pending`: it waits, for an approval say. `no_result`: the recording does not say what it returned. */
export type CallOutcome = 'ok' | 'error' | 'blocked_before' | 'blocked_after' | 'pending' | 'no_result';

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
  /** The model's own arguments, where bindings or transforms made others of them. */
  readonly passed?: Value;
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
  /** Expressions of `exposes` that failed, in words. */
  readonly problems?: readonly string[];
}

/** A turn of which the recording knows nothing but its kind. */
export interface TurnRecorded extends Placed {
  readonly type: 'turn-recorded';
  readonly kind: 'input' | 'capability';
}

/** The running sums from here on, as the recording states them; an absent one is unknown from here on. */
export interface TokensTotalled extends TokenNumbers {
  readonly type: 'tokens-totalled';
  readonly node?: string;
}

/**
 * Places under `context` that the recording states outright, where its own lists would give something else:
 * they hold from here on. An absent value means that this place is unknown from here on.
 */
export interface ValuesStated {
  readonly type: 'values-stated';
  readonly node?: string;
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
  /** Which mount, where it is not the root task's. */
  readonly mount?: string;
}

/** A delegation began: from here on, events of this node belong to a task of their own. */
export interface TaskCreated {
  readonly type: 'task-created';
  /** The child's id. */
  readonly node: string;
  /** The task that delegated; absent: the root. */
  readonly parent?: string;
  /** The agent's own name. */
  readonly agent: string;
  readonly at?: string;
  /** What holds for the child, where no manifest of the agent tells: in a snapshot. */
  readonly header?: TaskHeader;
}

/** A call cannot go on before a review is decided or a child task has answered. */
export interface CallHeld extends Placed {
  readonly type: 'call-held';
  /** Names the wait from here on. */
  readonly token: string;
  readonly awaits: Awaited;
  /** Where the call stands, so that it can go on from there. */
  readonly course: Course;
}

export type Awaited = { readonly review: string } | { readonly task_id: string };

/** A user approved or denied what a call asked. */
export interface ReviewDecided extends Placed {
  readonly type: 'review-decided';
  readonly token: string;
  readonly user: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/** A wait is over: what the operation that waited came to. */
export interface WaitSettled {
  readonly type: 'wait-settled';
  readonly token: string;
  readonly resolves?: Value;
  readonly rejects?: RecordValue;
}

/** How a task stands, as a snapshot states it outright. */
export interface StatusStated {
  readonly type: 'status-stated';
  readonly node?: string;
  readonly phase: 'idle' | 'processing';
}

/** An unrecoverable error: the task is over. */
export interface Failed extends Placed {
  readonly type: 'failed';
  readonly error: string;
}

/** A configured limit was exceeded: the task is over. */
export interface LimitExceeded extends Placed {
  readonly type: 'limit-exceeded';
  readonly limit: LimitName;
}

/** A `lock_task` outcome: the task is over. */
export interface Locked extends Placed {
  readonly type: 'locked';
  readonly reason?: string;
  /** The answer that a guardrail kept from the user. */
  readonly withheld?: Value;
}

/** The runtime closed the task. */
export interface Closed extends Placed {
  readonly type: 'closed';
}
