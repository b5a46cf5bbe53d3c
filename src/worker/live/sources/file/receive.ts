import { mayBeDocument } from '../../may-be-document.ts';
import { pause, type Receive, reconnecting, type StreamHandlers } from '../../receiving.ts';

const everyMs = 400;
/** Bytes that one reading takes out of the file. */
const pieceBytes = 1024 * 1024;
/** Bytes of one record: a longer line, and a longer document, arrives in several. */
const maxRecordBytes = 64 * pieceBytes;
/** Bytes at the beginning of the file, and before the place up to which it was read, that show that it is still the same text. */
const sampleBytes = 512;
/** Milliseconds without a change after which a document that does not parse is taken as it is. */
const quietMs = 1_000;

/**
 * Follows a file that a program writes. New text is read: whole lines at once, the rest of a line when the file has not
 * grown since. A file that became shorter, or whose text changed, is read anew and takes the place of what was read before.
 */
export const receiveFile: Receive<'file'> = ({ handle }, handlers, signal) => {
  const file = new FollowedFile(handlers);
  return reconnecting(handlers, signal, async (succeeded) => {
    while (!signal.aborted) {
      try {
        await file.read(await handle.getFile());
      } catch (cause) {
        // The file was written while it was read: the next reading sees all of it.
        if (nameOf(cause) === 'NotReadableError') return { kind: 'broken' };
        if (nameOf(cause) === 'NotFoundError')
          return { kind: 'broken', why: 'The file no longer exists. It is read again when it reappears.' };
        if (nameOf(cause) === 'NotAllowedError')
          return { kind: 'refused', why: 'The browser no longer lets the page read this file. Choose it again.' };
        throw cause;
      }
      succeeded();
      handlers.state('connected', file.news);
      await pause(everyMs, signal);
    }
    return { kind: 'ended' };
  });
};

class FollowedFile {
  readonly #handlers: StreamHandlers;
  /** Bytes of the file that have arrived. */
  #read = 0;
  #sample = '';
  #isAnew = true;
  /** The received text is one document: when it grows, it arrives again. */
  #isDocument = false;
  #size = -1;
  #modified = 0;
  #changedAt = 0;
  /** Content from before the page began to follow is not news. */
  #isFirst = true;
  /** The latest time that the file was replaced, in a sentence. */
  news: string | undefined;

  constructor(handlers: StreamHandlers) {
    this.#handlers = handlers;
  }

  async read(file: File): Promise<void> {
    const isSame = file.size === this.#size && file.lastModified === this.#modified;
    if (!isSame) this.#changedAt = performance.now();
    else if (this.#read === file.size) return;
    const isRewritten = !isSame && file.size === this.#size;
    if (file.size < this.#read || isRewritten || (await this.#sampleOf(file)) !== this.#sample) {
      // A document of several lines is written as a whole each time that it changes.
      if (this.#read > 0 && !this.#isDocument) this.news = writtenAnew(file);
      this.#begin();
    }
    if (this.#isDocument && file.size > this.#read) this.#begin();
    this.#size = file.size;
    this.#modified = file.lastModified;
    if (this.#read < file.size && !(this.#read === 0 && (await this.#readDocument(file))))
      await this.#readLines(file, isSame);
    this.#sample = await this.#sampleOf(file);
    this.#isFirst = false;
  }

  #begin(): void {
    this.#read = 0;
    this.#sample = '';
    this.#isAnew = true;
    this.#isDocument = false;
  }

  /** True if the file is a document of several lines, which arrives when it is complete or nothing more is written. */
  async #readDocument(file: File): Promise<boolean> {
    if (file.size > maxRecordBytes) return false;
    const text = await file.text();
    const kind = mayBeDocument(text);
    if (kind === 'no') return false;
    if (kind === 'complete' || performance.now() - this.#changedAt >= quietMs) {
      this.#add(text, file.size);
      this.#isDocument = true;
    }
    return true;
  }

  async #readLines(file: File, isQuiet: boolean): Promise<void> {
    for (let bytes = pieceBytes; this.#read < file.size;) {
      const piece = new Uint8Array(await file.slice(this.#read, this.#read + bytes).arrayBuffer());
      const isRest = this.#read + piece.length === file.size;
      const end = piece.lastIndexOf(lineFeed) + 1;
      if (end === 0 && !isRest && bytes < maxRecordBytes) {
        bytes *= 2;
        continue;
      }
      // A line without an end may still be written.
      const taken = end > 0 ? end : isQuiet || !isRest ? piece.length : 0;
      if (taken === 0) return;
      this.#add(new TextDecoder().decode(piece.subarray(0, taken)), taken);
      bytes = pieceBytes;
    }
  }

  #add(text: string, bytes: number): void {
    this.#handlers.record(this.#isAnew ? 'replace' : 'append', text, !this.#isFirst);
    this.#handlers.facts({ dropped: 0, lastRecord: this.#modified });
    this.#isAnew = false;
    this.#read += bytes;
  }

  async #sampleOf(file: File): Promise<string> {
    const places = [0, Math.max(0, this.#read - sampleBytes)];
    const parts = places.map((start) => file.slice(start, Math.min(start + sampleBytes, this.#read)).text());
    return (await Promise.all(parts)).join('\0');
  }
}

const writtenAnew = ({ lastModified }: File): string =>
  `The file was replaced at ${new Date(lastModified).toLocaleTimeString('en-GB')}, so it is read again from its start.`;

const lineFeed = 10;
const nameOf = (cause: unknown): string => (cause instanceof DOMException ? cause.name : '');
