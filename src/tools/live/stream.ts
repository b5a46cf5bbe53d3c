import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { StreamFacts, StreamSource } from '../../worker/live-protocol.ts';

/** What a record does to the text of its stream: it is added at the end, or becomes the whole text. */
export type RecordKind = 'append' | 'replace';

export interface StreamRecord {
  /** Numbered from 1, without gaps. A subscriber continues after the last number that it received. */
  readonly number: number;
  readonly kind: RecordKind;
  readonly text: string;
}

interface Stored {
  readonly kind: RecordKind;
  readonly offset: number;
  readonly bytes: number;
}

/** Bytes that one read takes out of the spool. */
const batchBytes = 256 * 1024;

/**
 * The records of one live session, in a file on disk (the spool), so that memory stays small and a late subscriber gets
 * all of them. Reads and writes are synchronous: each takes microseconds, and the order of records is that of the calls.
 */
export class LiveStream {
  readonly name: string;
  readonly source: StreamSource;
  readonly #file: number;
  readonly #maxBytes: number;
  readonly #now: () => string;
  readonly #waiting = new Set<() => void>();
  #stored: Stored[] = [];
  /** The number of the first record in `#stored`; those before it were replaced. */
  #first = 1;
  #bytes = 0;
  #lastRecord: string | null = null;
  #isEnded = false;
  #dropped = 0;

  constructor(name: string, source: StreamSource, spool: string, maxBytes: number, now: () => string) {
    this.name = name;
    this.source = source;
    this.#file = openSync(spool, 'w+', 0o600);
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  get facts(): StreamFacts {
    return {
      name: this.name,
      source: this.source,
      records: this.#last,
      bytes: this.#bytes,
      lastRecord: this.#lastRecord,
      isEnded: this.#isEnded,
      dropped: this.#dropped,
    };
  }

  get #last(): number {
    return this.#first + this.#stored.length - 1;
  }

  /** False if the spool is full: the record is then counted as dropped. */
  add(kind: RecordKind, text: string): boolean {
    const content = Buffer.from(text);
    const offset = kind === 'replace' ? 0 : this.#bytes;
    if (offset + content.length > this.#maxBytes) {
      this.#dropped += 1;
      this.#changed();
      return false;
    }
    if (kind === 'replace') {
      this.#first = this.#last + 1;
      this.#stored = [];
      ftruncateSync(this.#file, 0);
    }
    for (let written = 0; written < content.length;)
      written += writeSync(this.#file, content, written, content.length - written, offset + written);
    this.#stored.push({ kind, offset, bytes: content.length });
    this.#bytes = offset + content.length;
    this.#lastRecord = this.#now();
    this.#isEnded = false;
    this.#changed();
    return true;
  }

  /** No more records are expected; one that comes nevertheless continues the stream. */
  end(): void {
    this.#isEnded = true;
    this.#changed();
  }

  /** The next records after a number: some at once, so that a subscriber can be sent a stream of any size. */
  after(number: number): readonly StreamRecord[] {
    const records: StreamRecord[] = [];
    let bytes = 0;
    for (let index = Math.max(0, number + 1 - this.#first); index < this.#stored.length; index++) {
      const stored = this.#stored[index];
      if (stored === undefined || (bytes > 0 && bytes + stored.bytes > batchBytes)) break;
      records.push({ number: this.#first + index, kind: stored.kind, text: this.#read(stored) });
      bytes += stored.bytes;
    }
    return records;
  }

  #read({ offset, bytes }: Stored): string {
    const content = Buffer.alloc(bytes);
    for (let read = 0; read < bytes;) {
      const got = readSync(this.#file, content, read, bytes - read, offset + read);
      if (got === 0) throw new Error(`the spool of ${this.name} is shorter than its records`);
      read += got;
    }
    return content.toString();
  }

  /** Resolves with the next change: a record, a dropped one, or the end. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        this.#waiting.delete(over);
        signal.removeEventListener('abort', over);
        resolve();
      };
      this.#waiting.add(over);
      signal.addEventListener('abort', over);
      if (signal.aborted) over();
    });
  }

  #changed(): void {
    for (const over of this.#waiting) over();
  }

  close(): void {
    this.end();
    closeSync(this.#file);
  }
}
