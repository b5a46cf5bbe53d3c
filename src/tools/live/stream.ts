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

/** The room on the disk that the streams of a server share. */
export interface Room {
  /** Bytes of one stream, and of all. */
  readonly perStream: number;
  readonly total: number;
  /** False if there are not so many bytes left for a stream; then nothing is taken. */
  take(bytes: number, stream: LiveStream): boolean;
  release(bytes: number): void;
}

/** Bytes that one read takes out of the spool. */
const batchBytes = 256 * 1024;
/** Bytes that a record takes beside its text, so that many small ones fill a stream before they fill the memory. */
const recordBytes = 64;

/**
 * The records of one live session, in a file on disk (the spool), so that memory stays small and a late subscriber gets
 * all of them. Reads and writes are synchronous: each takes microseconds, and the order of records is that of the calls.
 */
export class LiveStream {
  readonly name: string;
  readonly source: StreamSource;
  readonly #file: number;
  readonly #room: Room;
  readonly #now: () => string;
  readonly #waiting = new Set<() => void>();
  /** Where each record ends in the spool. */
  #ends: number[] = [];
  /** The number of the first record in `#ends`; those before it were replaced or deleted. */
  #first = 1;
  /** Whether the sender put the first of them in the place of those before. */
  #isReplaced = false;
  #lastRecord: string | null = null;
  #isEnded = false;
  #dropped = 0;
  #deleted = 0;
  #refusal: string | null = null;
  #isClosed = false;

  constructor(name: string, source: StreamSource, spool: string, room: Room, now: () => string) {
    this.name = name;
    this.source = source;
    this.#file = openSync(spool, 'w+', 0o600);
    this.#room = room;
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
      deleted: this.#deleted,
    };
  }

  /** Why the stream takes no more records, in a sentence: from the first one that had no room until a replacement. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Bytes that the stream takes of the room. */
  get size(): number {
    return this.#bytes + recordBytes * this.#ends.length;
  }

  get #last(): number {
    return this.#first + this.#ends.length - 1;
  }

  get #bytes(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /**
   * Adds records and returns how many had room. After the first one that has none, all are refused and counted as dropped
   * until a replacement: a text without its middle would look whole.
   */
  append(texts: readonly string[]): number {
    const accepted: Buffer[] = [];
    let { size } = this;
    for (const text of this.#refusal !== null || this.#isClosed ? [] : texts) {
      const content = Buffer.from(text);
      const wanted = content.length + recordBytes;
      this.#refusal = this.#take(size + wanted, wanted);
      if (this.#refusal !== null) break;
      size += wanted;
      accepted.push(content);
    }
    const kept = this.#write(accepted, size) ? accepted.length : 0;
    if (kept < texts.length) this.#drop(texts.slice(kept));
    this.#changed();
    return kept;
  }

  /** Puts a text in the place of all records; false if it has no room. Records dropped before no longer matter. */
  replace(text: string): boolean {
    const content = Buffer.from(text);
    const size = content.length + recordBytes;
    const more = size - this.size;
    this.#refusal = this.#isClosed ? stopped : this.#take(size, more);
    if (this.#refusal === null) {
      this.#clear();
      this.#isReplaced = true;
    }
    const isKept = this.#refusal === null && this.#write([content], size);
    if (isKept) [this.#dropped, this.#deleted] = [0, 0];
    else this.#drop([text]);
    this.#changed();
    return isKept;
  }

  /** Deletes the records of a stream that has ended, for the sake of others. A record that still comes is added to what subscribers have. */
  discard(): void {
    this.#room.release(this.size);
    this.#deleted += this.#ends.length + this.#dropped;
    this.#dropped = 0;
    this.#refusal = null;
    this.#isReplaced = false;
    this.#clear();
    this.#changed();
  }

  /** Takes room for a stream of this size, which is so much more than before; otherwise says why there is none. */
  #take(size: number, more: number): string | null {
    const { perStream, total } = this.#room;
    if (size > perStream) {
      return `A stream may have ${inMegabytes(perStream)}, which “${this.name}” has reached. Replace its records with PUT, or use another name.`;
    }
    if (this.#room.take(more, this)) return null;
    return `The server keeps ${inMegabytes(total)} of live sessions, and those that have not ended leave no room. End some with DELETE /live/NAME, or start the server with a larger --records-limit.`;
  }

  #clear(): void {
    this.#first = this.#last + 1;
    this.#ends = [];
    ftruncateSync(this.#file, 0);
  }

  /** False if the disk is full; then the room that was taken is released. `size`: that of the stream with the contents. */
  #write(contents: readonly Buffer[], size: number): boolean {
    if (contents.length === 0) return true;
    const content = Buffer.concat(contents);
    const offset = this.#bytes;
    try {
      for (let written = 0; written < content.length;)
        written += writeSync(this.#file, content, written, content.length - written, offset + written);
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')))
        throw cause;
      this.#room.release(size - this.size);
      this.#refusal = 'The disk on which the server keeps the records is full.';
      return false;
    }
    for (const { length } of contents) this.#ends.push(this.#bytes + length);
    this.#lastRecord = this.#now();
    this.#isEnded = false;
    return true;
  }

  /** A record of a file may have many lines, and each counts. */
  #drop(texts: readonly string[]): void {
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
    const offset = this.#endBefore(start);
    let end = start;
    while (end < this.#ends.length && (end === start || this.#endBefore(end + 1) - offset <= batchBytes)) end += 1;
    const content = this.#read(offset, this.#endBefore(end) - offset);
    return this.#ends.slice(start, end).map((recordEnd, index) => ({
      number: this.#first + start + index,
      kind: start + index === 0 && this.#isReplaced ? 'replace' : 'append',
      text: content.toString('utf8', this.#endBefore(start + index) - offset, recordEnd - offset),
    }));
  }

  #endBefore(index: number): number {
    return this.#ends[index - 1] ?? 0;
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
    this.#ends = [];
    this.end();
    closeSync(this.#file);
  }
}

const stopped = 'The server is stopping.';

const inMegabytes = (bytes: number): string => `${+(bytes / 1024 / 1024).toPrecision(3)} MB`;
