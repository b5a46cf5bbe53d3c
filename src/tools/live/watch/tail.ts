import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { LiveStream } from '../stream.ts';

/** Bytes that one read takes out of a file. */
const pieceBytes = 1024 * 1024;
/** Bytes at the beginning of a file, and before the place up to which it was read, that show that it is still the same text. */
const sampleBytes = 512;

/**
 * Follows a file that a program writes. What is added is appended to the stream: whole lines at once, and the rest of a
 * line when the file has not grown since the reading before. A file that became shorter, that another file replaced, or whose text changed is read anew, and takes the place of what was read before.
 */
export class Tail {
  readonly #path: string;
  readonly #stream: LiveStream;
  /** Bytes of the file that the stream has. */
  #read = 0;
  #sample = '';
  /** Whether the next lines take the place of what the stream has. */
  #isAnew = true;
  /** Bytes of the file at the last reading. */
  #size = -1;
  #reading: Promise<void> = Promise.resolve();
  #isWanted = false;

  constructor(path: string, stream: LiveStream) {
    this.#path = path;
    this.#stream = stream;
  }

  /** Reads what is new. Calls while it reads are one more reading after it. */
  update(): Promise<void> {
    if (this.#isWanted) return this.#reading;
    this.#isWanted = true;
    this.#reading = this.#reading.then(() => {
      this.#isWanted = false;
      return this.#readNew();
    });
    return this.#reading;
  }

  async #readNew(): Promise<void> {
    const file = await open(this.#path, 'r').catch(() => null);
    // Deleted, or not there yet: what was read stays.
    if (file === null) return;
    try {
      const { size } = await file.stat();
      const isQuiet = size === this.#size;
      this.#size = size;
      const isSame = size >= this.#read && (await this.#sampleOf(file)) === this.#sample;
      if (!isSame) {
        this.#read = 0;
        this.#isAnew = true;
      }
      for (let lines = await this.#linesAt(file, isQuiet); lines !== null; lines = await this.#linesAt(file, isQuiet)) {
        this.#stream.add(this.#isAnew ? 'replace' : 'append', lines.toString());
        this.#isAnew = false;
        this.#read += lines.length;
      }
      this.#sample = await this.#sampleOf(file);
    } finally {
      await file.close();
    }
  }

  /** The next whole lines; null if there is none. A line without an end may still be written. */
  async #linesAt(file: FileHandle, isQuiet: boolean): Promise<Buffer | null> {
    for (let bytes = pieceBytes; ; bytes *= 2) {
      const piece = Buffer.alloc(bytes);
      const { bytesRead } = await file.read(piece, 0, bytes, this.#read);
      const end = piece.subarray(0, bytesRead).lastIndexOf('\n') + 1;
      if (end > 0) return piece.subarray(0, end);
      if (bytesRead < bytes) {
        const rest = wholeCharacters(piece.subarray(0, bytesRead));
        return isQuiet && rest.length > 0 ? rest : null;
      }
    }
  }

  async #sampleOf(file: FileHandle): Promise<string> {
    const digest = createHash('sha1');
    for (const start of [0, Math.max(0, this.#read - sampleBytes)]) {
      const piece = Buffer.alloc(Math.min(sampleBytes, this.#read - start));
      await file.read(piece, 0, piece.length, start);
      digest.update(piece);
    }
    return digest.digest('hex');
  }
}

/** The bytes up to the last character of UTF-8 that is complete. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? bytes.subarray(0, Math.max(0, start)) : bytes;
}
