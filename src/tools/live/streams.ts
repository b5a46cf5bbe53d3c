import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamFacts, StreamSource } from '../../worker/live-protocol.ts';
import { LiveStream } from './stream.ts';

export interface StreamLimits {
  readonly streams: number;
  /** Bytes of the text of one stream. */
  readonly bytes: number;
}

const usualLimits: StreamLimits = { streams: 10_000, bytes: 512 * 1024 * 1024 };

/** The live streams of a server, by name. Their records are in a folder of their own that `close` deletes. */
export class LiveStreams {
  /** Differs in each run of the server: a subscriber with the numbers of another run gets the whole stream again. */
  readonly run = randomUUID().slice(0, 8);
  readonly #folder = mkdtempSync(join(tmpdir(), 'contextscope-live-'));
  readonly #streams = new Map<string, LiveStream>();
  readonly #limits: StreamLimits;

  constructor(limits: StreamLimits = usualLimits) {
    this.#limits = limits;
  }

  get(name: string): LiveStream | undefined {
    return this.#streams.get(name);
  }

  /** The stream of that name, which begins here if there is none; undefined when there are too many. */
  open(name: string, source: StreamSource): LiveStream | undefined {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    if (this.#streams.size >= this.#limits.streams) return undefined;
    const spool = join(this.#folder, String(this.#streams.size));
    const stream = new LiveStream(name, source, spool, this.#limits.bytes, () => new Date().toISOString());
    this.#streams.set(name, stream);
    return stream;
  }

  list(): readonly StreamFacts[] {
    return [...this.#streams.values()].map(({ facts }) => facts);
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
