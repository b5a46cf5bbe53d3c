import { createHash, type Hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { mayBeDocument } from '../../../worker/live/may-be-document.ts';

/** Bytes that one read takes out of a file. */
const pieceBytes = 1024 * 1024;
/** Bytes of one record: a longer line, and a longer document, is sent in several. */
const maxRecordBytes = 64 * pieceBytes;
/** Bytes at the beginning of a file, and before the place up to which it was read, that show that it is still the same text. */
const sampleBytes = 512;
/** Milliseconds without a change after which a document that does not parse is sent as it is. */
const quietMs = 1_000;

/** What receives the text of a followed file. */
export interface FollowedText {
  append(texts: readonly string[]): unknown;
  /** The text takes the place of all before it. */
  replace(text: string): unknown;
}

/**
 * Follows a file that a program writes. New text is appended to the stream: whole lines at once, and the rest of a
 * line when the file has not grown since the reading before. A file that became shorter, that another file replaced, or
 * whose text changed is read anew, and takes the place of what was read before. A document that spans several lines is
 * sent as a whole each time, so that no part of it is taken for all of it.
 */
export class Tail {
  readonly #path: string;
  readonly #stream: FollowedText;
  /** Bytes of the file that the stream has, and their digest. */
  #read = 0;
  #digest: Hash = createHash('sha1');
  #sample = '';
  /** Whether the next lines replace the content of the stream. */
  #isAnew = true;
  /** Whether what was sent is one document: when it grows, it is sent again. */
  #isDocument = false;
  /** The file at the last reading. */
  #facts: Stats | null = null;
  #changedAt = 0;
  #reading: Promise<void> = Promise.resolve();
  #isWanted = false;

  constructor(path: string, stream: FollowedText) {
    this.#path = path;
    this.#stream = stream;
  }

  /** Reads what is new. Calls while it reads are one more reading after it. Rejects if this reading failed. */
  update(): Promise<void> {
    if (this.#isWanted) return this.#reading;
    this.#isWanted = true;
    const readNext = () => {
      this.#isWanted = false;
      return this.#readNew();
    };
    this.#reading = this.#reading.then(readNext, readNext);
    return this.#reading;
  }

  async #readNew(): Promise<void> {
    const file = await openFile(this.#path);
    if (file === null) return;
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return;
      const isQuiet = facts.size === this.#facts?.size;
      if (!isQuiet || facts.mtimeMs !== this.#facts?.mtimeMs) this.#changedAt = performance.now();
      const isSame = await this.#isSame(file, facts);
      this.#facts = facts;
      if (!isSame || (this.#isDocument && facts.size > this.#read)) this.#begin();
      if (this.#read === facts.size) return;
      if (this.#read === 0 && (await this.#readDocument(file, facts.size))) return;
      for (let lines = await this.#linesAt(file, isQuiet); lines !== null; lines = await this.#linesAt(file, isQuiet)) {
        this.#send(lines);
      }
      this.#sample = await this.#sampleOf(file);
    } finally {
      await file.close();
    }
  }

  #begin(): void {
    this.#read = 0;
    this.#digest = createHash('sha1');
    this.#isAnew = true;
    this.#isDocument = false;
    this.#sample = '';
  }

  #send(bytes: Buffer): void {
    const text = bytes.toString();
    if (this.#isAnew) this.#stream.replace(text);
    else this.#stream.append([text]);
    this.#isAnew = false;
    this.#read += bytes.length;
    this.#digest.update(bytes);
  }

  /** True if the file is a document of several lines; it is sent when it is complete, or when nothing more is written. */
  async #readDocument(file: FileHandle, size: number): Promise<boolean> {
    if (size > maxRecordBytes) return false;
    const bytes = await bytesAt(file, 0, size);
    const text = bytes.toString();
    const kind = mayBeDocument(text);
    if (kind === 'no') return false;
    if (kind === 'complete' || performance.now() - this.#changedAt >= quietMs) {
      this.#send(bytes);
      this.#isDocument = true;
      this.#sample = await this.#sampleOf(file);
    }
    return true;
  }

  /** The next whole lines; null if there is none. A line without an end may still be written. */
  async #linesAt(file: FileHandle, isQuiet: boolean): Promise<Buffer | null> {
    for (let bytes = pieceBytes; ; bytes *= 2) {
      const piece = await bytesAt(file, this.#read, bytes);
      const end = piece.lastIndexOf('\n') + 1;
      if (end > 0) return piece.subarray(0, end);
      const isRest = piece.length < bytes;
      if (!isRest && bytes < maxRecordBytes) continue;
      const rest = wholeCharacters(piece);
      return (isQuiet || !isRest) && rest.length > 0 ? rest : null;
    }
  }

  /** Whether the file still begins with what was read of it. */
  async #isSame(file: FileHandle, facts: Stats): Promise<boolean> {
    if (facts.size < this.#read || (await this.#sampleOf(file)) !== this.#sample) return false;
    const before = this.#facts;
    if (before === null) return true;
    const isRewritten = facts.ino !== before.ino || (facts.size === before.size && facts.mtimeMs !== before.mtimeMs);
    return !isRewritten || (await this.#isSameThroughout(file));
  }

  async #isSameThroughout(file: FileHandle): Promise<boolean> {
    const digest = createHash('sha1');
    for (let start = 0; start < this.#read; start += pieceBytes) {
      digest.update(await bytesAt(file, start, Math.min(pieceBytes, this.#read - start)));
    }
    return digest.digest('hex') === this.#digest.copy().digest('hex');
  }

  /** Empty as long as nothing was read. */
  async #sampleOf(file: FileHandle): Promise<string> {
    if (this.#read === 0) return '';
    const digest = createHash('sha1');
    for (const start of [0, Math.max(0, this.#read - sampleBytes)]) {
      digest.update(await bytesAt(file, start, Math.min(sampleBytes, this.#read - start)));
    }
    return digest.digest('hex');
  }
}

/** Null if the file was deleted or is not there yet: what was read of it stays. */
async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return null;
    throw cause;
  }
}

/** The bytes at a place: fewer than wanted if the file ends before. */
async function bytesAt(file: FileHandle, start: number, wanted: number): Promise<Buffer> {
  const piece = Buffer.alloc(wanted);
  let length = 0;
  while (length < wanted) {
    const { bytesRead } = await file.read(piece, length, wanted - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return piece.subarray(0, length);
}

/** The bytes up to the last character of UTF-8 that is complete. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? bytes.subarray(0, Math.max(0, start)) : bytes;
}
