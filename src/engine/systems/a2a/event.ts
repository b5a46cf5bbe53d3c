import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import { amount, anyValue, record, text, tokens } from '../fields.ts';
import type { InvocationOutcome } from '../../model/history.ts';
import { ChunkSchema, type Chunk } from './artifact.ts';
import { MessageSchema, type Message } from './message.ts';
import { taskStates, type TaskState } from './task-state.ts';

/**
 * What happened around the tasks of a conversation, in order. Session files carry these as they stand here; what a
 * stream shows follows from them. The request context of a turn is in none of them: it is never stored.
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

/** Tokens of the model call behind a message, where its agent tells them. */
export interface SpentTokens {
  readonly prompt?: number;
  readonly completion?: number;
  readonly total?: number;
}

/** What a client asks for with a message. */
interface Asked extends OfTask {
  /** Absent where a recording has lost it. */
  readonly message?: Message;
  readonly accepted_output_modes?: readonly string[];
  /** The client streams, or polls, instead of waiting: nothing is written to storage before the turn's end. */
  readonly return_immediately?: boolean;
}

/** A client's message made a new task. */
export interface TaskSubmitted extends Asked {
  readonly type: 'task-submitted';
  /** The conversation; null where there is none. */
  readonly context: string | null;
  /** False: this server keeps no record of state transitions, so an export has none either. */
  readonly keeps_transitions?: boolean;
}

/** A further message to a task that was waiting for one. From an agent it leaves the state as it is. */
export interface MessageReceived extends Asked {
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
 * The agent used a tool, or another agent. The protocol itself does not show that; extensions of it do (data parts that
 * hold a call or its result, traces in the metadata). Nothing of the task changes by it.
 */
export interface CapabilityInvoked extends OfTask {
  readonly type: 'capability-invoked';
  /** Its key under `context.capabilities`. */
  readonly function: string;
  readonly args?: Value;
  readonly output?: Value;
  readonly outcome: InvocationOutcome;
  /** Why it was errored or restricted, or what it waits for, in words. */
  readonly reason?: string;
  /** Where another agent did it: the task there. */
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
  /** Absent where a recording shows the state only. */
  readonly by?: LifecycleMethod;
  readonly message?: Message;
  readonly artifact?: Chunk;
  readonly tokens?: SpentTokens;
  /** False: the status shows this message, the history does not have it. */
  readonly in_history?: boolean;
}

/** The server ended the task without a lifecycle call of the worker's. */
export interface TaskClosed extends OfTask {
  readonly type: 'task-closed';
  readonly state: 'canceled' | 'failed';
  readonly message?: Message;
  /** False: the status shows this message, the history does not have it. */
  readonly in_history?: boolean;
  /** The worker was still at it: what it has buffered stays with it. */
  readonly forced?: boolean;
}

/** A message stands in the task's history that no transition explains. */
export interface MessageRecorded extends OfTask {
  readonly type: 'message-recorded';
  readonly message: Message;
  readonly tokens?: SpentTokens;
}

/** Metadata of the task itself: what its server keeps there beside the transitions. */
export interface MetadataMerged extends OfTask {
  readonly type: 'metadata-merged';
  readonly metadata: RecordValue;
}

/** The client asked for cancellation: a flag that the worker may look at. */
export interface CancelRequested extends OfTask {
  readonly type: 'cancel-requested';
}

/** The conversation's store was replaced, as a whole. */
export interface ContextSaved {
  readonly type: 'context-saved';
  readonly context: string;
  readonly value: Value;
  readonly at?: string;
}

/** Time passed without anything else happening. */
export interface ClockAdvanced {
  readonly type: 'clock-advanced';
  readonly seconds: number;
}

const flag = v.exactOptional(v.boolean());
const ofTask = { task: v.string(), at: text };
const message = v.exactOptional(MessageSchema);
const asked = {
  ...ofTask,
  message,
  accepted_output_modes: v.exactOptional(v.array(v.string())),
  return_immediately: flag,
};

/** Loose: fields that we do not know pass. */
export const A2aEventSchema: v.GenericSchema<unknown, A2aEvent> = v.variant('type', [
  v.looseObject({
    type: v.literal('task-submitted'),
    ...asked,
    context: v.nullable(v.string()),
    keeps_transitions: flag,
  }),
  v.looseObject({ type: v.literal('message-received'), ...asked }),
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
