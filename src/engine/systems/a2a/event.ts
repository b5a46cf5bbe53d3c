import * as v from 'valibot';
import { eventSchema, list, type EventOf, type EventTable } from '../event-table.ts';
import { amount, anyValue, record, text, tokens } from '../fields.ts';
import { ChunkSchema } from './artifact.ts';
import { MessageSchema } from './message.ts';
import { taskStates } from './task-state.ts';

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

const flag = v.exactOptional(v.boolean());
const ofTask = {
  /** The task's id. */
  task: v.string(),
  /** UTC ISO 8601. */
  at: text,
};
const message = v.exactOptional(MessageSchema);

/** The options of a client's message. */
const requestOptions = {
  ...ofTask,
  /** Absent when the recording does not have it. */
  message,
  accepted_output_modes: v.exactOptional(list(v.string())),
  /** The client streams, or polls, instead of waiting: nothing is written to storage before the turn's end. */
  return_immediately: flag,
};

const events = {
  /** A client's message made a new task. */
  'task-submitted': {
    ...requestOptions,
    /** The conversation; null where there is none. */
    context: v.nullable(v.string()),
    /** False: this server keeps no record of state transitions, so an export has none either. */
    keeps_transitions: flag,
    /** True: the recording does not say which state the task is in, so it is unknown until an event changes it. */
    state_unrecorded: flag,
  },
  /** A further message to a task that was waiting for one. From an agent it leaves the state as it is. */
  'message-received': requestOptions,
  /** A worker picked the task up. */
  'turn-started': ofTask,
  /** A progress update. With a message it is stored, and buffered chunks with it; without, only the stream shows it. */
  'status-sent': {
    ...ofTask,
    message,
    /** True: this server keeps progress in the history as well. */
    in_history: flag,
    tokens,
  },
  /** A chunk of an artifact: in the stream at once, in storage later. */
  'artifact-emitted': {
    ...ofTask,
    artifact: ChunkSchema,
    append: v.boolean(),
    last_chunk: v.boolean(),
  },
  /** The buffered chunks of the turn were written to storage. */
  'artifacts-written': ofTask,
  /**
   * The agent used a tool or another agent. The protocol itself does not show that, but extensions do (data parts with a call
   * or its result, traces in the metadata). The event does not change the task.
   */
  'capability-invoked': {
    ...ofTask,
    /** Its key under `context.capabilities`. */
    function: v.string(),
    args: v.exactOptional(anyValue),
    output: v.exactOptional(anyValue),
    outcome: v.picklist(['successful', 'errored', 'restricted', 'pending', 'no-result']),
    /** Why it failed or was restricted, or what it waits for, in words. */
    reason: text,
    /** The other agent's task, if another agent did the work. */
    agent_task: text,
    took_ms: v.exactOptional(amount),
  },
  /** The worker ended its turn: one write of buffered chunks, artifact, message and state. */
  'turn-ended': {
    ...ofTask,
    state: v.picklist(taskStates),
    /** Absent when the recording shows only the state. */
    by: v.exactOptional(v.picklist(lifecycleMethods)),
    message,
    artifact: v.exactOptional(ChunkSchema),
    tokens,
    /** False: the status shows this message, the history does not have it. */
    in_history: flag,
  },
  /** The server ended the task without a lifecycle call by the worker. */
  'task-closed': {
    ...ofTask,
    state: v.picklist(['canceled', 'failed']),
    message,
    /** False: the status shows this message, the history does not have it. */
    in_history: flag,
    /** The worker was still running: its buffered chunks stay in its buffer. */
    forced: flag,
  },
  /** The task's history has a message that no transition explains. */
  'message-recorded': {
    ...ofTask,
    message: MessageSchema,
    tokens,
  },
  /** Metadata of the task itself, beside the transitions. */
  'metadata-merged': {
    ...ofTask,
    metadata: record,
  },
  /** The client requested cancellation: a flag that the worker may read. */
  'cancel-requested': ofTask,
  /** The whole stored value of the conversation was replaced. */
  'context-saved': {
    context: v.string(),
    value: anyValue,
    at: text,
  },
  /** Time passed without another event. */
  'clock-advanced': {
    seconds: amount,
  },
} satisfies EventTable;

/**
 * The events of a conversation's tasks, in order. Session files hold them in this form; the stream's content follows from
 * them. No event has the request context of a turn, because that is never stored.
 * A field that is absent means *the recording does not say*.
 */
export type A2aEvent = A2aEventOf<keyof typeof events>;

type A2aEventOf<Type extends keyof typeof events> = EventOf<typeof events, Type>;

export type TaskSubmitted = A2aEventOf<'task-submitted'>;
export type MessageReceived = A2aEventOf<'message-received'>;
export type TurnStarted = A2aEventOf<'turn-started'>;
export type StatusSent = A2aEventOf<'status-sent'>;
export type ArtifactEmitted = A2aEventOf<'artifact-emitted'>;
export type CapabilityInvoked = A2aEventOf<'capability-invoked'>;
export type TurnEnded = A2aEventOf<'turn-ended'>;
export type TaskClosed = A2aEventOf<'task-closed'>;
export type MessageRecorded = A2aEventOf<'message-recorded'>;
export type ContextSaved = A2aEventOf<'context-saved'>;

/** Tokens of the model call behind a message, if its agent reports them. */
export type SpentTokens = NonNullable<TurnEnded['tokens']>;

/** Unknown fields are kept. */
export const A2aEventSchema = eventSchema(events);
