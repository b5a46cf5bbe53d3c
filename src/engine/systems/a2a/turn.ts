import type { Growing } from '../../model/growing.ts';
import type { Artifact, ArtifactWrite } from './artifact.ts';
import type { Keyed } from './keyed.ts';
import type { Message } from './message.ts';
import type { RequestContext } from './transient.ts';

/** What a client asks for: a message, and what it wants of the answer. */
export interface Request {
  /** Null where a recording has lost it. */
  readonly message: Message | null;
  /** Empty: the client takes everything. */
  readonly acceptedOutputModes: readonly string[];
  /** Chunks wait for the end of the turn. */
  readonly returnsImmediately: boolean;
  /** Null once it has been anywhere but in memory. */
  readonly transient: RequestContext | null;
}

/** What a worker's `handle(ctx)` gets for one turn of a task: `ctx`. */
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
  /** Chunks that the stream has shown and storage has not got. */
  readonly pending: Growing<ArtifactWrite>;
  /** When storage last got some, in milliseconds since 1970, where the clock is known. */
  readonly lastFlush: number | undefined;
}

/** How many of the messages were there before the one that triggered the turn: that one is the last. */
export function earlierCount({ history, request: { message } }: Turn): number {
  const isLast = message !== null && history.at(-1)?.message_id === message.message_id;
  return isLast ? history.length - 1 : history.length;
}

/** The stored messages but for the one that triggered the turn. */
export function earlierMessages(turn: Turn): readonly Message[] {
  return [...turn.history].slice(0, earlierCount(turn));
}
