import { err, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';

/** A file that is read piece by piece, because an archive may be larger than memory. In browsers and in Node it is a `Blob`. */
export interface Bytes {
  readonly size: number;
  slice(start: number, end?: number): Bytes;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface PieceReader {
  read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true }>;
  cancel(): Promise<void>;
}

/** A Blob as a stream, and a `DecompressionStream`. */
interface Streamed extends Bytes {
  stream(): { pipeThrough(unpacking: object): { getReader(): PieceReader } };
}

interface Platform {
  readonly Blob: new (parts: readonly Uint8Array[]) => Bytes;
  readonly TextDecoder: new (encoding?: string) => { decode(bytes: Uint8Array): string };
  readonly DecompressionStream: new (format: 'deflate-raw' | 'gzip') => object;
  readonly DOMException: new () => { readonly message: string };
}

// Browsers and Node both have these, but TypeScript describes them only together with the page, which the engine must not know.
const platform = globalThis as unknown as Platform;

export const bytesOf = (content: Uint8Array): Bytes => new platform.Blob([content]);

export const textOf = (content: Uint8Array, encoding = 'utf-8'): string =>
  new platform.TextDecoder(encoding).decode(content);

export const partOf = async (file: Bytes, start: number, end?: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(start, end).arrayBuffer());

/** The unpacked pieces of a file. The next piece is unpacked when it is requested. */
export function unpackedPieces(packed: Bytes, format: 'deflate-raw' | 'gzip'): PieceReader {
  const blob = packed as Streamed; // see `Bytes`
  return blob.stream().pipeThrough(new platform.DecompressionStream(format)).getReader();
}

/** Reads a file. A file that was moved or changed after it was chosen, or is longer than a string may be, is a problem. */
export async function readable<T>(name: string, read: () => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof platform.DOMException)) throw cause;
    return err({
      code: 'file/unreadable',
      message: `${name} could not be read (${cause.message}). Check that it is still there, and open it again.`,
    });
  }
}

/** A name in an archive may hold any characters: those that move a cursor or change the direction of writing are not shown. */
export const shownName = (name: string): string => name.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
