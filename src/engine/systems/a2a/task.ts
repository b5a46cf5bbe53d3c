import { Growing } from '../../model/growing.ts';
import type { RecordValue } from '../../model/value.ts';
import { withWrite, type Artifact, type ArtifactWrite } from './artifact.ts';
import { Keyed } from './keyed.ts';
import type { Message } from './message.ts';
import { firstText } from './part.ts';
import type { TaskState } from './task-state.ts';
import type { Request } from './turn.ts';

/** A task as storage has it: what a polling client reads. */
export interface Task {
  readonly id: string;
  /** The conversation it belongs to; null where there is none. */
  readonly context: string | null;
  readonly state: TaskState;
  /** False when the recording does not say the state: rules see an unknown value. */
  readonly isStateKnown: boolean;
  /** `status.message`. */
  readonly message: Message | null;
  /** `status.timestamp`, as recorded. */
  readonly at: string | undefined;
  readonly history: Growing<Message>;
  readonly artifacts: Keyed<Artifact>;
  readonly transitions: Growing<Transition>;
  /** False when its server keeps no transitions. */
  readonly keepsTransitions: boolean;
  /** Metadata beside the transitions. Keys with an underscore are internal and not sent to clients. */
  readonly metadata: RecordValue;
  /** Counts the writes: the first is the creation. */
  readonly version: number;
  /** The message that a blocking send returns instead of the task. */
  readonly directReply: string | null;
  /** Set when the client has requested cancellation, with the time if the clock is known. */
  readonly cancel: { readonly since: number | undefined } | null;
  /** The latest request of a client. */
  readonly request: Request;
  /** The turn that is or was the last to work on it. */
  readonly turn: string | null;
}

export interface Transition {
  readonly state: TaskState;
  readonly at: string | undefined;
  /** The first text of the status message, where there was one. */
  readonly messageText: string | undefined;
}

export function createdTask(
  id: string,
  context: string | null,
  request: Request,
  at: string | undefined,
  { keepsTransitions, isStateKnown }: Pick<Task, 'keepsTransitions' | 'isStateKnown'>,
): Task {
  return {
    id,
    context,
    state: 'submitted',
    isStateKnown,
    message: null,
    at,
    history: request.message === null ? Growing.of() : Growing.of(request.message),
    artifacts: Keyed.of(),
    transitions: Growing.of({ state: 'submitted', at, messageText: undefined }),
    keepsTransitions,
    metadata: {},
    version: 1,
    directReply: null,
    cancel: null,
    request,
    turn: null,
  };
}

/** One write to storage: all of it or nothing. */
export interface Write {
  readonly at: string | undefined;
  /** The transition, possibly to the same state. Without one the state stays, and the message only shows progress. */
  readonly state?: TaskState;
  readonly statusMessage?: Message;
  readonly messages?: readonly Message[];
  readonly artifacts?: Iterable<ArtifactWrite>;
}

export function written(task: Task, { at, state, statusMessage, messages = [], artifacts = [] }: Write): Task {
  return {
    ...task,
    ...(state === undefined ? progress(task, statusMessage, at) : transition(task, state, statusMessage, at)),
    history: messages.reduce((all, message) => all.append(message), task.history),
    artifacts: [...artifacts].reduce(withWrite, task.artifacts),
    version: task.version + 1,
  };
}

const progress = (task: Task, message: Message | undefined, at: string | undefined): Partial<Task> =>
  message === undefined ? {} : { message, at: at ?? task.at };

const transition = (task: Task, state: TaskState, message: Message | undefined, at: string | undefined) => ({
  state,
  isStateKnown: true,
  // A transition without a message removes the progress message.
  message: message ?? null,
  at,
  transitions: task.transitions.append({
    state,
    at,
    messageText: message === undefined ? undefined : firstText(message.parts),
  }),
});
