import type { RecordValue, Value } from '../../model/value.ts';
import type { Course } from './course.ts';
import type { FunctionName } from './function-name.ts';
import type { TaskHeader } from './header.ts';
import type { LimitName } from './limits.ts';

/**
 * The events of a task, in order. Session files hold them in this form.
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

/** Fields of most events: the time (UTC ISO 8601) and the derived context; without `node` it is the root. */
interface TaskEventOrigin {
  readonly at?: string;
  readonly node?: string;
}

/** The user's message with the agent's parameters. Makes an `input` turn. */
export interface InputReceived extends TaskEventOrigin {
  readonly type: 'input-received';
  /** Content parts: `{mimeType, text?, …}`. Other recorded values are kept; absent when there is none. */
  readonly message?: Value;
  readonly params?: RecordValue;
  /** The message that the model sees instead, when a guardrail transformed it. */
  readonly shown?: Value;
}

/** One model call. Makes an `llm` turn; an answer to the user is an `output-sent` right after it. */
export interface ModelCalled extends TaskEventOrigin {
  readonly type: 'model-called';
  /** Of this call alone. A missing number makes that running sum unknown until `tokens-totalled`. */
  readonly tokens?: TokenNumbers;
  readonly text?: string;
  /** A remark on a call without recorded text, in brackets because it is not a quotation: `[thinking]`. */
  readonly remark?: string;
  readonly planned?: readonly PlannedCall[];
  readonly model?: string;
  readonly took_ms?: number;
  readonly given?: GivenToModel;
}

/** The prompt and functions of a model call, if the agent's manifest defines them. */
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
  /** The recorded total; when absent, prompt + completion. */
  readonly total?: number;
}

/** `pending`: the call waits, for example for an approval. `no_result`: the result is not recorded. */
export type CallOutcome = 'ok' | 'error' | 'blocked_before' | 'blocked_after' | 'pending' | 'no_result';

interface Invoked extends TaskEventOrigin {
  readonly function: FunctionName;
  readonly args?: Value;
  readonly outcome: CallOutcome;
  readonly output?: Value;
  /** Why it failed or was restricted, in words. */
  readonly error?: string;
  /** Child task of a delegation. */
  readonly task_id?: string;
  readonly took_ms?: number;
  /** The model's own arguments, if bindings or transforms changed them. */
  readonly passed?: Value;
}

/** The model's use of a capability, whether it ran or was stopped. Makes a `capability` turn. */
export interface CapabilityInvoked extends Invoked {
  readonly type: 'capability-invoked';
}

/** An `invoke` step of the middleware: recorded under its own function, but not a turn. */
export interface ResultRecorded extends Invoked {
  readonly type: 'result-recorded';
}

/** The agent's answer with its `exposes` values. It belongs to the turn before it and makes none. */
export interface OutputSent extends TaskEventOrigin {
  readonly type: 'output-sent';
  readonly message?: Value;
  readonly exposes?: RecordValue;
  /** Expressions of `exposes` that failed, in words. */
  readonly problems?: readonly string[];
}

/** A turn of which only the kind is recorded. */
export interface TurnRecorded extends TaskEventOrigin {
  readonly type: 'turn-recorded';
  readonly kind: 'input' | 'capability';
}

/** The running sums from here on, as the recording states them; an absent one is unknown from here on. */
export interface TokensTotalled extends TokenNumbers {
  readonly type: 'tokens-totalled';
  readonly node?: string;
}

/**
 * Values under `context` that the recording states explicitly, although its own lists give something else. They apply from
 * here on. An absent value means that this place is unknown from here on.
 */
export interface ValuesStated {
  readonly type: 'values-stated';
  readonly node?: string;
  readonly values: readonly { readonly path: readonly string[]; readonly value?: Value }[];
}

/** Time passed without another event. */
export interface ClockAdvanced {
  readonly type: 'clock-advanced';
  readonly seconds: number;
}

/** `mount.write()`: a file of the agent's mount has this text from here on. */
export interface FileWritten {
  readonly type: 'file-written';
  readonly path: string;
  readonly text: string;
  /** The mount, unless it is the root task's. */
  readonly mount?: string;
}

/** A delegation began: from here on, events of this node belong to a task of their own. */
export interface TaskCreated {
  readonly type: 'task-created';
  /** The child's id. */
  readonly node: string;
  /** The task that delegated; when absent, the root. */
  readonly parent?: string;
  /** The agent's own name. */
  readonly agent: string;
  readonly at?: string;
  /** The child's header in a snapshot, where the agent has no manifest. */
  readonly header?: TaskHeader;
}

/** A call waits until a review is decided or a child task has answered. */
export interface CallHeld extends TaskEventOrigin {
  readonly type: 'call-held';
  /** Names the wait from here on. */
  readonly token: string;
  readonly awaits: Awaited;
  /** The progress of the call, so that it can continue. */
  readonly course: Course;
}

export type Awaited = { readonly review: string } | { readonly task_id: string };

/** A user approved or denied the review of a call. */
export interface ReviewDecided extends TaskEventOrigin {
  readonly type: 'review-decided';
  readonly token: string;
  readonly user: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/** A wait is over, with the result of the operation that waited. */
export interface WaitSettled {
  readonly type: 'wait-settled';
  readonly token: string;
  readonly resolves?: Value;
  readonly rejects?: RecordValue;
}

/** The phase of a task that a snapshot states explicitly. */
export interface StatusStated {
  readonly type: 'status-stated';
  readonly node?: string;
  readonly phase: 'idle' | 'processing';
}

/** An unrecoverable error: the task is over. */
export interface Failed extends TaskEventOrigin {
  readonly type: 'failed';
  readonly error: string;
}

/** A configured limit was exceeded: the task is over. */
export interface LimitExceeded extends TaskEventOrigin {
  readonly type: 'limit-exceeded';
  readonly limit: LimitName;
}

/** A `lock_task` outcome: the task is over. */
export interface Locked extends TaskEventOrigin {
  readonly type: 'locked';
  readonly reason?: string;
  /** The answer that a guardrail withheld from the user. */
  readonly withheld?: Value;
}

/** The runtime closed the task. */
export interface Closed extends TaskEventOrigin {
  readonly type: 'closed';
}
