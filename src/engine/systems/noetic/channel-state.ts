import { Growing } from '../../model/growing.ts';
import type { PersistentMap } from '../../model/persistent-map.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { ChannelMode } from './header.ts';

/** The state of a channel, stored under its name. */
export interface ChannelState {
  readonly name: string;
  /** The mode of the first use. */
  readonly mode: ChannelMode;
  readonly capacity: number;
  /** Mode `value`: the last sent value; undefined before the first. */
  readonly current: Value | undefined;
  /** Mode `queue`: all values ever queued; those before index `taken` have been removed. */
  readonly buffer: Growing<Value>;
  readonly taken: number;
  readonly sent: number;
  readonly dropped: number;
  /** Tokens of waits, oldest first; all before the first pending one are settled. */
  readonly receivers: WaitQueue;
  readonly senders: WaitQueue;
}

/** Pending and settled waits, in order of arrival. */
export interface WaitQueue {
  readonly tokens: Growing<string>;
  readonly settled: number;
}

/** A channel operation that did not complete at once. */
export interface Wait {
  readonly token: string;
  readonly node: string;
  readonly channel: string;
  readonly kind: 'recv' | 'send';
  readonly timeout: number | undefined;
  /** Milliseconds since the start of the run; undefined: without limit. */
  readonly deadline: number | undefined;
  readonly value: Value | undefined;
  readonly outcome: WaitOutcome | null;
}

export type WaitOutcome = { readonly resolves: Value } | { readonly rejects: RecordValue };

const emptyLine: WaitQueue = { tokens: Growing.of<string>(), settled: 0 };

export const openedChannel = (name: string, mode: ChannelMode, capacity: number): ChannelState => ({
  name,
  mode,
  capacity,
  current: undefined,
  buffer: Growing.of<Value>(),
  taken: 0,
  sent: 0,
  dropped: 0,
  receivers: emptyLine,
  senders: emptyLine,
});

export const bufferedCount = ({ buffer, taken }: ChannelState): number => buffer.length - taken;

/** The oldest value of a queue; undefined when it is empty. */
export const oldestValue = ({ buffer, taken }: ChannelState): Value | undefined => buffer.at(taken);

/** The current values of a queue, oldest first. */
export function bufferedValues(channel: ChannelState): readonly Value[] {
  const values: Value[] = [];
  for (let i = channel.taken; i < channel.buffer.length; i++) values.push(channel.buffer.at(i) ?? null);
  return values;
}

export const enqueued = (line: WaitQueue, token: string): WaitQueue => ({ ...line, tokens: line.tokens.append(token) });

/** Skips the settled waits at the front. */
export function withoutSettled(line: WaitQueue, waits: PersistentMap<Wait>): WaitQueue {
  let { settled } = line;
  while (settled < line.tokens.length && !isPending(waits, line.tokens.at(settled))) settled++;
  return settled === line.settled ? line : { ...line, settled };
}

/** The pending waits, oldest first. */
export function* waiting(line: WaitQueue, waits: PersistentMap<Wait>): Generator<Wait> {
  for (let i = line.settled; i < line.tokens.length; i++) {
    const wait = waits.get(line.tokens.at(i) ?? '');
    if (wait?.outcome === null) yield wait;
  }
}

export function firstWaiting(line: WaitQueue, waits: PersistentMap<Wait>): Wait | undefined {
  for (const wait of waiting(line, waits)) return wait;
  return undefined;
}

const isPending = (waits: PersistentMap<Wait>, token: string | undefined): boolean =>
  token !== undefined && waits.get(token)?.outcome === null;
