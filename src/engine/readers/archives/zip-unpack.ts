import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { partOf, unpackedPieces, type Bytes } from './bytes.ts';
import type { ZipMember } from './zip-directory.ts';

const headerSignature = 0x04034b50;
/** APPNOTE.TXT 6.3.10, section 4.4.5. */
const zstandard = 93;

/** A member's bytes. The stated sizes may be false, so no more than `most` bytes are ever unpacked. */
export async function unpackMember(
  archive: Bytes,
  member: ZipMember,
  most: number,
): Promise<Result<Uint8Array<ArrayBuffer>, Problem>> {
  const { path, method, isEncrypted, packedSize, size, offset } = member;
  if (isEncrypted)
    return err(problem('encrypted', `${path} is encrypted. Unpack the archive with its password first.`));
  if (method !== 0 && method !== 8 && method !== zstandard)
    return err(
      problem(
        'method',
        `${path} is packed by ${methodName(method)}; files that are stored, deflated or packed by Zstandard can be read.`,
      ),
    );
  if (size > most) return err(tooLarge(path, most));
  const header = new DataView((await partOf(archive, offset, offset + 30)).buffer);
  if (header.byteLength < 30 || header.getUint32(0, true) !== headerSignature) return err(damaged(path));
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = archive.slice(start, start + packedSize);
  // A longer content than stated means damage or an attack, so unpacking stops there.
  const bytes = await unpackedBy(method, packed, path, size);
  if (!bytes.ok) return bytes.problem.code === 'zip/too-large' ? err(damaged(path)) : bytes;
  const isWhole = bytes.value.length === size && checksumOf(bytes.value) === member.checksum;
  return isWhole ? bytes : err(damaged(path));
}

function unpackedBy(method: number, packed: Bytes, path: string, size: number) {
  if (method === 0) return stored(packed, path, size);
  return method === zstandard ? unpackZstandard(packed, path, size) : inflate(packed, 'deflate-raw', path, size);
}

/**
 * Unpacks one Zstandard frame (RFC 8878) of `size` bytes. Not all browsers can, so the code is loaded with the first such file. The stated
 * length of a frame is not trusted: no more than `size` bytes are ever held, and a checksum decides whether they are right.
 */
async function unpackZstandard(
  packed: Bytes,
  path: string,
  size: number,
): Promise<Result<Uint8Array<ArrayBuffer>, Problem>> {
  const { decompress } = await import('fzstd');
  const frame = await partOf(packed, 0);
  const bytes = new Uint8Array(size);
  try {
    // A frame without content has no buffer to write to.
    if (size > 0) decompress(frame, bytes);
    return ok(bytes);
  } catch {
    // Any exception on a damaged frame means only that the frame is damaged.
    return err(damaged(path));
  }
}

async function stored(packed: Bytes, path: string, most: number): Promise<Result<Uint8Array<ArrayBuffer>, Problem>> {
  return packed.size > most ? err(tooLarge(path, most)) : ok(await partOf(packed, 0));
}

/** Stops as soon as the output is longer than allowed. */
export async function inflate(
  packed: Bytes,
  format: 'deflate-raw' | 'gzip',
  path: string,
  most: number,
): Promise<Result<Uint8Array<ArrayBuffer>, Problem>> {
  const reader = unpackedPieces(packed, format);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const piece = await reader.read();
      if (piece.done) return ok(joined(chunks, length));
      length += piece.value.length;
      if (length > most) {
        await reader.cancel();
        return err(tooLarge(path, most));
      }
      chunks.push(piece.value);
    }
  } catch {
    // The error of the stream says only that the bytes are invalid.
    return err(damaged(path));
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const methodNames = new Map([
  [12, 'bzip2'],
  [14, 'LZMA'],
  [95, 'XZ'],
]);

const methodName = (method: number): string => methodNames.get(method) ?? `method ${method}`;

const problem = (code: string, message: string): Problem => ({ code: `zip/${code}`, message });

const damaged = (path: string) =>
  problem(
    'damaged',
    `${path} is damaged in its archive: the unpacked bytes do not match the checksum or the size. Pack it again.`,
  );

const tooLarge = (path: string, most: number) =>
  problem(
    'too-large',
    `${path} unpacks to more than ${Math.floor(most / 1_000_000)} MB, the largest file that can be read. Split it.`,
  );

/** CRC-32 as ZIP and gzip use it (ISO 3309, reflected, polynomial 0xEDB88320). */
export function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let entry = byte;
  for (let bit = 0; bit < 8; bit++) entry = (entry & 1) === 1 ? (entry >>> 1) ^ 0xedb88320 : entry >>> 1;
  return entry;
});
