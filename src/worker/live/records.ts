import { createParser } from 'eventsource-parser';
import type { LiveState, PlaybackState } from '../live-protocol.ts';

/** Milliseconds before the first new attempt to connect, and at most; each failure doubles them. */
const firstRetryMs = 500;
const longestRetryMs = 10_000;

/** What is done with the events of a stream. */
export interface StreamHandlers {
  /** A record is added to the text, or takes its place. `isNew`: it was not there yet when the connection was made. */
  record(kind: 'append' | 'replace', text: string, isNew: boolean): void;
  state(state: Exclude<LiveState, 'waiting'>): void;
  /** The stream as the server reports it after each group of records. */
  facts(facts: StreamState): void;
  /** The progress of a recording that is played. */
  playback?(state: PlaybackState): void;
}

/**
 * Receives the records of a live source until `signal` aborts, or until nothing more can come. Returns a sentence when the
 * source refuses.
 */
export type ReceiveRecords = (handlers: StreamHandlers, signal: AbortSignal) => Promise<string | undefined>;

export interface StreamState {
  readonly dropped: number;
  /** None where the source keeps all that it has. */
  readonly deleted?: number;
  /** Milliseconds since 1970; null before the first record. */
  readonly lastRecord: number | null;
}

/**
 * Receives the records of a live stream until `signal` aborts, or until the server refuses: then returns its sentence. When the connection breaks it is made again and goes on
 * behind the last record; a relay that has been restarted sends all of its records as a replacement.
 */
export async function receiveRecords(
  address: string,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<string | undefined> {
  let lastId: string | undefined;
  let retryMs = firstRetryMs;
  let isCaughtUp = false;
  const parser = createParser({
    onEvent({ id, event, data }) {
      retryMs = firstRetryMs;
      const content: unknown = JSON.parse(data);
      if (event === 'state') {
        isCaughtUp = true;
        handlers.state(fieldOf(content, 'isEnded') === true ? 'ended' : 'connected');
        handlers.facts({
          dropped: Number(fieldOf(content, 'dropped') ?? 0),
          deleted: Number(fieldOf(content, 'deleted') ?? 0),
          lastRecord: timeOf(fieldOf(content, 'lastRecord')),
        });
      } else if ((event === 'append' || event === 'replace') && typeof content === 'string') {
        handlers.record(event, content, isCaughtUp);
      }
      lastId = id ?? lastId;
    },
  });
  while (!signal.aborted) {
    try {
      const headers = lastId === undefined ? undefined : { 'Last-Event-ID': lastId };
      const response = await fetch(address, { ...(headers && { headers }), signal, cache: 'no-store' });
      if (response.status >= 400 && response.status < 500) return (await response.text()).trim().slice(0, 500);
      if (response.ok && response.body !== null) {
        isCaughtUp = false;
        handlers.state('connected');
        const decoder = new TextDecoder();
        for (const reader = response.body.getReader(); ;) {
          const { done, value } = await reader.read();
          if (done) break;
          parser.feed(decoder.decode(value, { stream: true }));
        }
      }
    } catch (cause) {
      // The network failed, or the server is gone. A bug, such as an event that is no JSON, is thrown.
      if (!signal.aborted && !(cause instanceof TypeError)) throw cause;
    }
    // An event that broke off is sent again.
    parser.reset();
    if (signal.aborted) break;
    handlers.state('interrupted');
    await pause(retryMs, signal);
    retryMs = Math.min(longestRetryMs, 2 * retryMs);
  }
  return undefined;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
const timeOf = (text: unknown): number | null => (typeof text === 'string' ? Date.parse(text) || null : null);

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
