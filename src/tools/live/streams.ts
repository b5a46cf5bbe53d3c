import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamFacts, StreamSource } from '../../worker/live-protocol.ts';
import { LiveStream, type Room } from './stream.ts';
import { UnusedRequests } from './unused.ts';

export interface StreamLimits {
  readonly streams: number;
  /** Bytes of one stream, and of all of them. */
  readonly bytes: number;
  readonly total: number;
}

export const megabyte = 1024 * 1024;
export const usualLimits: StreamLimits = { streams: 10_000, bytes: 512 * megabyte, total: 2048 * megabyte };

/** What is added to a name that a stream of another source has already. */
const sourceNames: Readonly<Record<StreamSource, string>> = {
  relay: 'posted',
  otlp: 'OpenTelemetry',
  file: 'file',
};

export const tooManyStreams = 'There are too many streams. Restart the server to begin anew.';

/** Characters of the longest name. */
export const maxNameLength = 200;

/** A name that fits into an address. A longer one loses its middle, in favour of a digest that keeps it unique. */
function cleanName(name: string): string {
  const clean = name
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
  // Browsers take these for parts of a path.
  if (clean === '' || clean === '.' || clean === '..') return `unnamed ${clean}`.trim();
  if (clean.length <= maxNameLength) return clean;
  const digest = createHash('sha1').update(name).digest('hex').slice(0, 8);
  const short = `${clean.slice(0, 80)}…${digest}…${clean.slice(-100)}`;
  return short.replace(/\p{Cs}/gu, '\uFFFD');
}

const folderPrefix = `contextscope-live-${hostname().replace(/[^\w.]+/g, '-')}-`;

/** Deletes the records of servers that ended without doing so: they are private. */
export function deleteRecordsOfDeadServers(where: string): void {
  for (const name of readdirSync(where)) {
    if (!name.startsWith(folderPrefix)) continue;
    const owner = Number(/^(\d+)-/.exec(name.slice(folderPrefix.length))?.[1]);
    const folder = join(where, name);
    if (!Number.isInteger(owner) || isAlive(owner) || !isOwn(folder)) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (cause) {
    // Another user's process may not be signalled, but it is there.
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH');
  }
}

const isOwn = (folder: string): boolean =>
  process.getuid === undefined || lstatSync(folder, { throwIfNoEntry: false })?.uid === process.getuid();

/** The live streams of a server, by name. Their records are in a folder of their own that `close` deletes. */
export class LiveStreams {
  /** Differs in each run of the server: a subscriber with the numbers of another run gets the whole stream again. */
  readonly run = randomUUID().slice(0, 8);
  readonly unused = new UnusedRequests();
  readonly #folder: string;
  readonly #streams = new Map<string, LiveStream>();
  /** Subscribers that came before the first record, by the name of the stream. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #limits: StreamLimits;
  readonly #room: Room;
  /** Bytes that the streams take of their room. */
  #used = 0;

  constructor(limits: StreamLimits = usualLimits, where: string = tmpdir()) {
    this.#folder = mkdtempSync(join(where, `${folderPrefix}${process.pid}-`));
    this.#limits = limits;
    this.#room = {
      perStream: limits.bytes,
      total: limits.total,
      take: (bytes, stream) => this.#take(bytes, stream),
      release: (bytes) => void (this.#used -= bytes),
    };
  }

  get(name: string): LiveStream | undefined {
    return this.#streams.get(name);
  }

  /** The stream that a source has under a name; another source's stream of that name is a different one. */
  of(name: string, source: StreamSource): LiveStream | undefined {
    const known = this.#streams.get(this.#nameFor(name, source));
    return known?.source === source ? known : undefined;
  }

  /** The stream of a source, which begins here if there is none; undefined when there are too many. */
  open(wanted: string, source: StreamSource): LiveStream | undefined {
    const name = this.#nameFor(wanted, source);
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    if (this.#streams.size >= this.#limits.streams) return undefined;
    const spool = join(this.#folder, String(this.#streams.size));
    const stream = new LiveStream(name, source, spool, this.#room, () => new Date().toISOString());
    this.#streams.set(name, stream);
    for (const began of this.#waiting.get(name) ?? []) began();
    return stream;
  }

  /** Makes room by deleting the records of streams that have ended, the oldest first. */
  #take(bytes: number, stream: LiveStream): boolean {
    const missing = this.#used + bytes - this.#limits.total;
    if (missing > 0) {
      const ended = [...this.#streams.values()].filter((one) => one.facts.isEnded && one !== stream && one.size > 0);
      if (ended.reduce((sum, { size }) => sum + size, 0) < missing) return false;
      const oldestFirst = ended.toSorted((a, b) => timeOf(a) - timeOf(b));
      for (const one of oldestFirst) if (this.#used + bytes > this.#limits.total) one.discard();
    }
    this.#used += bytes;
    return true;
  }

  #nameFor(wanted: string, source: StreamSource): string {
    for (let name = wanted; ; name += ` (${sourceNames[source]})`) {
      const clean = cleanName(name);
      const known = this.#streams.get(clean);
      if (known === undefined || known.source === source) return clean;
    }
  }

  /** The stream of a name, as soon as it begins; undefined if `signal` aborts before. */
  async begun(name: string, signal: AbortSignal): Promise<LiveStream | undefined> {
    while (!signal.aborted && !this.#streams.has(name)) {
      await new Promise<void>((resolve) => {
        const over = () => {
          waiting.delete(over);
          if (waiting.size === 0) this.#waiting.delete(name);
          signal.removeEventListener('abort', over);
          resolve();
        };
        const waiting = this.#waiting.get(name) ?? new Set();
        this.#waiting.set(name, waiting.add(over));
        signal.addEventListener('abort', over);
      });
    }
    return this.#streams.get(name);
  }

  list(): readonly StreamFacts[] {
    return [...this.#streams.values()].map(({ facts }) => facts);
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const timeOf = ({ facts }: LiveStream): number => Date.parse(facts.lastRecord ?? '');
