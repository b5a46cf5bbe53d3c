import type { Growing } from '../../model/growing.ts';
import type { Artifact, ArtifactWrite } from './artifact.ts';
import type { Keyed } from './keyed.ts';
import type { Message } from './message.ts';
import type { RequestContext } from './transient.ts';

/** A client's request: a message, and options for the answer. */
export interface Request {
  /** Null when the recording does not have it. */
  readonly message: Message | null;
  /** An empty list means that the client accepts every media type. */
  readonly acceptedOutputModes: readonly string[];
  /** Chunks are stored at the end of the turn only. */
  readonly returnsImmediately: boolean;
  /** Null when the event was read from a file. */
  readonly transient: RequestContext | null;
}

/** The `ctx` that a worker's `handle(ctx)` receives for one turn of a task. */
export interface Turn {
  /** `ctx`, `ctx2`, `ctx3`, … over all tasks. */
  readonly id: string;
  readonly task: string;
  readonly request: Request;
  /** The task's messages and artifacts when the turn began; empty on the first turn. */
  readonly history: Growing<Message>;
  readonly previousArtifacts: Keyed<Artifact>;
  /** Whether a lifecycle method ended it. */
  readonly ended: boolean;
  /** Chunks that the stream has shown but storage has not received. */
  readonly pending: Growing<ArtifactWrite>;
  /** When storage last received chunks, in milliseconds since 1970, if the clock is known. */
  readonly lastFlush: number | undefined;
}

/** The number of messages before the one that triggered the turn, which is the last. */
export function earlierCount({ history, request: { message } }: Turn): number {
  const isLast = message !== null && history.at(-1)?.message_id === message.message_id;
  return isLast ? history.length - 1 : history.length;
}

/** The stored messages without the one that triggered the turn. */
export function earlierMessages(turn: Turn): readonly Message[] {
  return [...turn.history].slice(0, earlierCount(turn));
}
