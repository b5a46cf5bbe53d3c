import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { bytesOf, partOf, readable, textOf, type Bytes } from './bytes.ts';
import { maxFileBytes, maxMemberBytes } from './limits.ts';
import { isTar } from './tar.ts';
import { inflate } from './zip-unpack.ts';

/** The content of a file after unpacking. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'archive'; readonly archive: Bytes };

/** Unpacks a gzipped file, and its content again if that is gzipped too. */
const maxLayers = 3;

/** Decides by a file's first bytes, not by its name: an archive, a text, or either of them gzipped. */
export async function contentOf(file: Bytes, name: string): Promise<Result<FileContent, Problem>> {
  return readable(name, () => unwrapped(file, name, maxLayers));
}

async function unwrapped(file: Bytes, name: string, layers: number): Promise<Result<FileContent, Problem>> {
  if (await isArchive(file)) return ok({ kind: 'archive', archive: file });
  if (file.size > maxFileBytes) return err(tooLarge(name));
  const head = await partOf(file, 0, 6);
  if (begins(head, gzip) && layers > 0) {
    const inner = await inflate(file, 'gzip', name, maxMemberBytes);
    return inner.ok ? unwrapped(bytesOf(inner.value), name, layers - 1) : inner;
  }
  const packer = packers.find(({ start }) => begins(head, start));
  if (packer !== undefined) return err(otherwisePacked(name, packer.title));
  return ok({ kind: 'text', text: decoded(await partOf(file, 0)) });
}

/** The first bytes of a ZIP archive (an empty one begins with its end record), or of a tar archive. */
export async function isArchive(file: Bytes): Promise<boolean> {
  return (await isZip(file)) || (await isTar(file));
}

async function isZip(file: Bytes): Promise<boolean> {
  const [p, k, kind, more] = await partOf(file, 0, 4);
  return p === 0x50 && k === 0x4b && ((kind === 3 && more === 4) || (kind === 5 && more === 6));
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
  message: `${name} is larger than ${maxFileBytes / 1_000_000} MB, the largest file that can be read at once. Split it.`,
});

/** The text of a file: UTF-8, or UTF-16 where it begins with that mark or every other of its first bytes is NUL. */
function decoded(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return textOf(bytes, 'utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0)) return textOf(bytes, 'utf-16be');
  return textOf(bytes);
}
