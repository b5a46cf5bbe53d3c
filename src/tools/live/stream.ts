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
  #isFull = false;
  #isClosed = false;

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

  /**
   * Adds records and returns how many had room. After the first one that has none, all are refused and counted as dropped
   * until a replacement: a text without its middle would look whole.
   */
  append(texts: readonly string[]): number {
    const contents = this.#isFull || this.#isClosed ? [] : texts.map((text) => Buffer.from(text));
    let bytes = this.#bytes;
    let accepted = 0;
    for (const content of contents) {
      if (bytes + content.length > this.#maxBytes) break;
      bytes += content.length;
      accepted += 1;
    }
    if (!this.#write(Buffer.concat(contents.slice(0, accepted)), this.#bytes)) accepted = 0;
    for (const content of contents.slice(0, accepted)) this.#store('append', content.length);
    if (accepted < texts.length) this.#drop(texts.slice(accepted));
    this.#changed();
    return accepted;
  }

  /** Puts a text in the place of all records; false if it has no room. What was dropped before no longer matters. */
  replace(text: string): boolean {
    const content = Buffer.from(text);
    if (content.length > this.#maxBytes || this.#isClosed) {
      this.#drop([text]);
      this.#changed();
      return false;
    }
    this.#first = this.#last + 1;
    this.#stored = [];
    this.#bytes = 0;
    this.#isFull = false;
    this.#dropped = 0;
    ftruncateSync(this.#file, 0);
    const isWritten = this.#write(content, 0);
    if (isWritten) this.#store('replace', content.length);
    else this.#drop([text]);
    this.#changed();
    return isWritten;
  }

  /** False if the disk is full. */
  #write(content: Buffer, offset: number): boolean {
    try {
      for (let written = 0; written < content.length;)
        written += writeSync(this.#file, content, written, content.length - written, offset + written);
      return true;
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT'))
        return false;
      throw cause;
    }
  }

  #store(kind: RecordKind, bytes: number): void {
    this.#stored.push({ kind, offset: this.#bytes, bytes });
    this.#bytes += bytes;
    this.#lastRecord = this.#now();
    this.#isEnded = false;
  }

  /** A record of a file may have many lines, and each counts. */
  #drop(texts: readonly string[]): void {
    this.#isFull = true;
    for (const text of texts) this.#dropped += Math.max(1, text.split('\n').length - 1);
  }

  /** No more records are expected; one that comes nevertheless continues the stream. */
  end(): void {
    this.#isEnded = true;
    this.#changed();
  }

  /** The next records after a number: some at once, so that a subscriber can be sent a stream of any size. */
  after(number: number): readonly StreamRecord[] {
    const start = Math.max(0, number + 1 - this.#first);
    let end = start;
    let bytes = 0;
    for (let next = this.#stored[end]; next !== undefined; next = this.#stored[end]) {
      if (bytes > 0 && bytes + next.bytes > batchBytes) break;
      bytes += next.bytes;
      end += 1;
    }
    const batch = this.#stored.slice(start, end);
    const offset = batch[0]?.offset ?? 0;
    const content = this.#read(offset, bytes);
    return batch.map((stored, index) => {
      const from = stored.offset - offset;
      return {
        number: this.#first + start + index,
        kind: stored.kind,
        text: content.toString('utf8', from, from + stored.bytes),
      };
    });
  }

  #read(offset: number, bytes: number): Buffer {
    const content = Buffer.alloc(bytes);
    for (let read = 0; read < bytes;) {
      const got = readSync(this.#file, content, read, bytes - read, offset + read);
      if (got === 0) throw new Error(`the spool of ${this.name} is shorter than its records`);
      read += got;
    }
    return content;
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

  /** Records that come later are refused. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stored = [];
    this.end();
    closeSync(this.#file);
  }
}
