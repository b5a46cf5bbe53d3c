import type { AgentFacts, AgentRequest, LiveState, LiveTarget, LiveTargets, PlaybackState } from '../live-protocol.ts';

/** Milliseconds before the first new attempt to connect, and at most; each failure doubles them. */
const firstRetryMs = 500;
const longestRetryMs = 10_000;

/** What is done with what a source sends. */
export interface StreamHandlers {
  /** A record is added to the text, or takes its place. `isNew`: it was not there yet when the connection was made. */
  record(kind: 'append' | 'replace', text: string, isNew: boolean): void;
  /** `why`: what the user can do about a connection that is interrupted, or should know of one that is not. */
  state(state: Exclude<LiveState, 'waiting' | 'refused'>, why?: string): void;
  /** The stream as it is after each group of records. */
  facts(facts: StreamState): void;
  /** The progress of a recording that is played. */
  playback?(state: PlaybackState): void;
  /** There is an agent which the user can ask, or it has changed. */
  agent?(facts: AgentFacts, ask: (request: AgentRequest) => void): void;
}

export interface StreamState {
  readonly dropped: number;
  /** None where the source keeps all that it has. */
  readonly deleted?: number;
  /** Milliseconds since 1970; null before the first record. */
  readonly lastRecord: number | null;
}

/**
 * Receives the records of a live source until `signal` aborts, or until nothing more can come. Returns a sentence when the
 * source refuses and is not tried again.
 */
export type ReceiveRecords = (handlers: StreamHandlers, signal: AbortSignal) => Promise<string | undefined>;

/** The same for one kind of source. */
export type Receive<K extends keyof LiveTargets> = (
  target: LiveTarget<K>,
  ...given: Parameters<ReceiveRecords>
) => ReturnType<ReceiveRecords>;

/** Why a connection is over. */
export type Ending =
  | { readonly kind: 'ended' }
  /** It has done what it was made for; more may come in others. */
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: string }
  /** It is made again, after `retryMs` at the earliest. */
  | { readonly kind: 'broken'; readonly why?: string; readonly retryMs?: number };

/** Connects again whenever a connection breaks, after a pause that doubles until `connect` reports success. */
export async function reconnecting(
  handlers: StreamHandlers,
  signal: AbortSignal,
  connect: (succeeded: () => void) => Promise<Ending>,
): Promise<string | undefined> {
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    const ending = await connect(() => (retryMs = firstRetryMs));
    if (signal.aborted) break;
    if (ending.kind === 'refused') return ending.why;
    if (ending.kind === 'done') break;
    if (ending.kind === 'ended') {
      handlers.state('ended');
      break;
    }
    handlers.state('interrupted', ending.why);
    await pause(Math.max(retryMs, ending.retryMs ?? 0), signal);
    retryMs = Math.min(longestRetryMs, 2 * retryMs);
  }
  return undefined;
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    signal.addEventListener('abort', over);
    if (signal.aborted) over();
  });
}
