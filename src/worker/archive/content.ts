import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { inflate } from '../zip/unpack.ts';
import { isArchive } from './archived.ts';
import { maxMemberBytes } from './members.ts';
import { unreadable } from './unreadable.ts';

/** The content of a file after unpacking. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'archive'; readonly archive: Blob };

/** A string holds about 500 million characters, and reading a text needs several times its bytes. */
const maxBytes = 400_000_000;
/** Unpacks a gzipped file, and its content again if that is gzipped too. */
const maxLayers = 3;

/** Decides by a file's first bytes, not by its name: an archive, a text, or either of them gzipped. */
export async function contentOf(file: Blob, name: string): Promise<Result<FileContent, Problem>> {
  try {
    return await unwrapped(file, name, maxLayers);
  } catch (cause) {
    // The file was moved or changed after it was listed.
    if (!(cause instanceof DOMException)) throw cause;
    return err(unreadable(name, cause.message));
  }
}

async function unwrapped(file: Blob, name: string, layers: number): Promise<Result<FileContent, Problem>> {
  if (await isArchive(file)) return ok({ kind: 'archive', archive: file });
  if (file.size > maxBytes) return err(tooLarge(name));
  const head = new Uint8Array(await file.slice(0, 6).arrayBuffer());
  if (begins(head, gzip) && layers > 0) {
    const inner = await inflate(file, 'gzip', name, maxMemberBytes);
    return inner.ok ? unwrapped(new Blob([inner.value]), name, layers - 1) : inner;
  }
  const packer = packers.find(({ start }) => begins(head, start));
  if (packer !== undefined) return err(otherwisePacked(name, packer.title));
  return ok({ kind: 'text', text: decoded(new Uint8Array(await file.arrayBuffer())) });
}

const begins = (head: Uint8Array, start: readonly number[]): boolean => start.every((byte, at) => head[at] === byte);

const gzip = [0x1f, 0x8b, 8];

/** The first bytes of packing methods that no browser can unpack. */
const packers = [
  { title: 'gzip more than three times over', start: gzip },
  { title: 'Zstandard', start: [0x28, 0xb5, 0x2f, 0xfd] },
  { title: 'bzip2', start: [0x42, 0x5a, 0x68] },
  { title: 'xz', start: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0] },
  { title: '7-Zip', start: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { title: 'RAR', start: [0x52, 0x61, 0x72, 0x21, 0x1a, 7] },
  { title: 'LZ4', start: [0x04, 0x22, 0x4d, 0x18] },
] as const;

const otherwisePacked = (name: string, by: string): Problem => ({
  code: 'file/packed',
  message: `${name} is packed by ${by}; ZIP, tar and gzip can be read. Unpack it and open its content.`,
});

const tooLarge = (name: string): Problem => ({
  code: 'file/too-large',
  message: `${name} is larger than ${maxBytes / 1_000_000} MB, the largest file that can be read at once. Split it.`,
});

/** The text of a file: UTF-8, or UTF-16 where it begins with that mark or every other of its first bytes is NUL. */
function decoded(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return text('utf-16le', bytes);
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0)) return text('utf-16be', bytes);
  return text('utf-8', bytes);
}

const text = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes);
