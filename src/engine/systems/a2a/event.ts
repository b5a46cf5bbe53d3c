import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import { amount, anyValue, record, text, tokens } from '../fields.ts';
import type { InvocationOutcome } from '../../model/history.ts';
import { ChunkSchema, type Chunk } from './artifact.ts';
import { MessageSchema, type Message } from './message.ts';
import { taskStates, type TaskState } from './task-state.ts';

/**
 * The events of a conversation's tasks, in order. Session files hold them in this form; the stream's content follows from
 * them. No event has the request context of a turn, because that is never stored.
 * A field that is absent means *the recording does not say*.
 */
export type A2aEvent =
  | TaskSubmitted
  | MessageReceived
  | TurnStarted
  | StatusSent
  | ArtifactEmitted
  | ArtifactsWritten
  | CapabilityInvoked
  | TurnEnded
  | TaskClosed
  | MessageRecorded
  | MetadataMerged
  | CancelRequested
  | ContextSaved
  | ClockAdvanced;

interface OfTask {
  /** The task's id. */
  readonly task: string;
  /** UTC ISO 8601. */
  readonly at?: string;
}

/** Tokens of the model call behind a message, if its agent reports them. */
export interface SpentTokens {
  readonly prompt?: number;
  readonly completion?: number;
  readonly total?: number;
}

/** The options of a client's message. */
interface RequestOptions extends OfTask {
  /** Absent when the recording does not have it. */
  readonly message?: Message;
  readonly accepted_output_modes?: readonly string[];
  /** The client streams, or polls, instead of waiting: nothing is written to storage before the turn's end. */
  readonly return_immediately?: boolean;
}

/** A client's message made a new task. */
export interface TaskSubmitted extends RequestOptions {
  readonly type: 'task-submitted';
  /** The conversation; null where there is none. */
  readonly context: string | null;
  /** False: this server keeps no record of state transitions, so an export has none either. */
  readonly keeps_transitions?: boolean;
}

/** A further message to a task that was waiting for one. From an agent it leaves the state as it is. */
export interface MessageReceived extends RequestOptions {
  readonly type: 'message-received';
}

/** A worker picked the task up. */
export interface TurnStarted extends OfTask {
  readonly type: 'turn-started';
}

/** A progress update. With a message it is stored, and buffered chunks with it; without, only the stream shows it. */
export interface StatusSent extends OfTask {
  readonly type: 'status-sent';
  readonly message?: Message;
  /** True: this server keeps progress in the history as well. */
  readonly in_history?: boolean;
  readonly tokens?: SpentTokens;
}

/** A chunk of an artifact: in the stream at once, in storage later. */
export interface ArtifactEmitted extends OfTask {
  readonly type: 'artifact-emitted';
  readonly artifact: Chunk;
  readonly append: boolean;
  readonly last_chunk: boolean;
}

/** The buffered chunks of the turn were written to storage. */
export interface ArtifactsWritten extends OfTask {
  readonly type: 'artifacts-written';
}

/**
 * The agent used a tool or another agent. The protocol itself does not show that, but extensions do (data parts with a call
 * or its result, traces in the metadata). The event does not change the task.
 */
export interface CapabilityInvoked extends OfTask {
  readonly type: 'capability-invoked';
  /** Its key under `context.capabilities`. */
  readonly function: string;
  readonly args?: Value;
  readonly output?: Value;
  readonly outcome: InvocationOutcome;
  /** Why it failed or was restricted, or what it waits for, in words. */
  readonly reason?: string;
  /** The other agent's task, if another agent did the work. */
  readonly agent_task?: string;
  readonly took_ms?: number;
}

export const lifecycleMethods = [
  'complete',
  'complete_json',
  'respond',
  'reply_directly',
  'fail',
  'reject',
  'request_input',
  'request_auth',
] as const;
export type LifecycleMethod = (typeof lifecycleMethods)[number];

/** The worker ended its turn: one write of buffered chunks, artifact, message and state. */
export interface TurnEnded extends OfTask {
  readonly type: 'turn-ended';
  readonly state: TaskState;
  /** Absent when the recording shows only the state. */
  readonly by?: LifecycleMethod;
  readonly message?: Message;
  readonly artifact?: Chunk;
  readonly tokens?: SpentTokens;
  /** False: the status shows this message, the history does not have it. */
  readonly in_history?: boolean;
}

/** The server ended the task without a lifecycle call by the worker. */
export interface TaskClosed extends OfTask {
  readonly type: 'task-closed';
  readonly state: 'canceled' | 'failed';
  readonly message?: Message;
  /** False: the status shows this message, the history does not have it. */
  readonly in_history?: boolean;
  /** The worker was still running: its buffered chunks stay in its buffer. */
  readonly forced?: boolean;
}

/** The task's history has a message that no transition explains. */
export interface MessageRecorded extends OfTask {
  readonly type: 'message-recorded';
  readonly message: Message;
  readonly tokens?: SpentTokens;
}

/** Metadata of the task itself, beside the transitions. */
export interface MetadataMerged extends OfTask {
  readonly type: 'metadata-merged';
  readonly metadata: RecordValue;
}

/** The client requested cancellation: a flag that the worker may read. */
export interface CancelRequested extends OfTask {
  readonly type: 'cancel-requested';
}

/** The whole stored value of the conversation was replaced. */
export interface ContextSaved {
  readonly type: 'context-saved';
  readonly context: string;
  readonly value: Value;
  readonly at?: string;
}

/** Time passed without another event. */
export interface ClockAdvanced {
  readonly type: 'clock-advanced';
  readonly seconds: number;
}

const flag = v.exactOptional(v.boolean());
const ofTask = { task: v.string(), at: text };
const message = v.exactOptional(MessageSchema);
const requestOptions = {
  ...ofTask,
  message,
  accepted_output_modes: v.exactOptional(v.array(v.string())),
  return_immediately: flag,
};

/** Loose: unknown fields are kept. */
export const A2aEventSchema: v.GenericSchema<unknown, A2aEvent> = v.variant('type', [
  v.looseObject({
    type: v.literal('task-submitted'),
    ...requestOptions,
    context: v.nullable(v.string()),
    keeps_transitions: flag,
  }),
  v.looseObject({ type: v.literal('message-received'), ...requestOptions }),
  v.looseObject({ type: v.literal('turn-started'), ...ofTask }),
  v.looseObject({ type: v.literal('status-sent'), ...ofTask, message, in_history: flag, tokens }),
  v.looseObject({
    type: v.literal('artifact-emitted'),
    ...ofTask,
    artifact: ChunkSchema,
    append: v.boolean(),
    last_chunk: v.boolean(),
  }),
  v.looseObject({ type: v.literal('artifacts-written'), ...ofTask }),
  v.looseObject({
    type: v.literal('capability-invoked'),
    ...ofTask,
    function: v.string(),
    args: v.exactOptional(anyValue),
    output: v.exactOptional(anyValue),
    outcome: v.picklist(['successful', 'errored', 'restricted', 'pending', 'no-result']),
    reason: text,
    agent_task: text,
    took_ms: v.exactOptional(amount),
  }),
  v.looseObject({
    type: v.literal('turn-ended'),
    ...ofTask,
    state: v.picklist(taskStates),
    by: v.exactOptional(v.picklist(lifecycleMethods)),
    message,
    artifact: v.exactOptional(ChunkSchema),
    tokens,
    in_history: flag,
  }),
  v.looseObject({
    type: v.literal('task-closed'),
    ...ofTask,
    state: v.picklist(['canceled', 'failed']),
    message,
    in_history: flag,
    forced: flag,
  }),
  v.looseObject({ type: v.literal('message-recorded'), ...ofTask, message: MessageSchema, tokens }),
  v.looseObject({
    type: v.literal('metadata-merged'),
    ...ofTask,
    metadata: record,
  }),
  v.looseObject({ type: v.literal('cancel-requested'), ...ofTask }),
  v.looseObject({ type: v.literal('context-saved'), context: v.string(), value: anyValue, at: text }),
  v.looseObject({ type: v.literal('clock-advanced'), seconds: amount }),
]);
