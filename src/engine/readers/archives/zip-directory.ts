import { maxDirectoryBytes, maxMembers } from './limits.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { partOf, shownName, textOf, type Bytes } from './bytes.ts';

/** A file in a ZIP, as the archive's directory describes it. Sizes and offsets in bytes. */
export interface ZipMember {
  readonly path: string;
  /** 0 is stored, 8 deflated, 93 packed by Zstandard; anything else cannot be read here. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Of the member's own header, from the start of the archive. */
  readonly offset: number;
}

/**
 * A ZIP's directory (APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16, and 4.5.3 for archives beyond 4 GB). It is at the
 * end of the file, so an archive of any size is listed by reading its last pages.
 */
const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const entrySignature = 0x02014b50;
const endSize = 22;
const locator64Size = 20;
const longestComment = 0xffff;

/** The files in an archive; folders are not listed. */
export async function readDirectory(archive: Bytes): Promise<Result<readonly ZipMember[], Problem>> {
  const tailStart = Math.max(0, archive.size - endSize - longestComment - locator64Size);
  const tail = await view(archive, tailStart, archive.size);
  const at = endIn(tail);
  if (at === null) return err(noArchive);
  const end = (await end64(archive, tail, at)) ?? {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
  };
  if (end.count > maxMembers) return err(tooMany(`states ${end.count} files; at most ${maxMembers} are listed`));
  if (end.size > maxDirectoryBytes)
    return err(
      tooMany(`has a list of files of ${megabytes(end.size)} MB; at most ${megabytes(maxDirectoryBytes)} MB are read`),
    );
  if (end.offset + end.size > archive.size) return err(cutOff);
  return members(await view(archive, end.offset, end.offset + end.size), end.count);
}

interface End {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

const view = async (archive: Bytes, from: number, to: number) => new DataView((await partOf(archive, from, to)).buffer);

/** The end record is the last record; only a comment of unknown length may follow it. */
function endIn(tail: DataView): number | null {
  for (let at = tail.byteLength - endSize; at >= 0; at--) {
    if (tail.getUint32(at, true) === endSignature && at + endSize + tail.getUint16(at + 20, true) <= tail.byteLength)
      return at;
  }
  return null;
}

/** Null when the archive is of the common, smaller kind. */
async function end64(archive: Bytes, tail: DataView, end: number): Promise<End | null> {
  const at = end - locator64Size;
  if (at < 0 || tail.getUint32(at, true) !== locator64Signature) return null;
  const offset = wide(tail, at + 8);
  if (offset + 56 > archive.size) return null;
  const record = await view(archive, offset, offset + 56);
  if (record.getUint32(0, true) !== end64Signature) return null;
  return { count: wide(record, 32), size: wide(record, 40), offset: wide(record, 48) };
}

function members(directory: DataView, count: number): Result<readonly ZipMember[], Problem> {
  const found: ZipMember[] = [];
  let at = 0;
  for (let member = 0; member < count; member++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== entrySignature) return err(cutOff);
    const nameEnd = at + 46 + directory.getUint16(at + 28, true);
    const extraEnd = nameEnd + directory.getUint16(at + 30, true);
    const next = extraEnd + directory.getUint16(at + 32, true);
    if (next > directory.byteLength) return err(cutOff);
    const name = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameEnd - at - 46);
    const path = shownName(textOf(name));
    const sizes = sizesOf(directory, at, nameEnd, extraEnd);
    if (!path.endsWith('/')) {
      found.push({
        path,
        method: directory.getUint16(at + 10, true),
        isEncrypted: (directory.getUint16(at + 8, true) & 1) === 1,
        checksum: directory.getUint32(at + 16, true),
        ...sizes,
      });
    }
    at = next;
  }
  return ok(found);
}

/** A field of all ones means that the number is among the extra fields, in this order. */
function sizesOf(directory: DataView, at: number, extraStart: number, extraEnd: number) {
  let extra = zip64In(directory, extraStart, extraEnd);
  const field = (place: number) => {
    const small = directory.getUint32(place, true);
    if (small !== 0xffffffff || extra === null || extra + 8 > extraEnd) return small;
    const large = wide(directory, extra);
    extra += 8;
    return large;
  };
  const size = field(at + 24);
  const packedSize = field(at + 20);
  const offset = field(at + 42);
  return { size, packedSize, offset };
}

function zip64In(directory: DataView, from: number, to: number): number | null {
  for (let at = from; at + 4 <= to; at += 4 + directory.getUint16(at + 2, true))
    if (directory.getUint16(at, true) === 1) return at + 4;
  return null;
}

/** Exact up to 2^53, which no archive reaches. */
const wide = (from: DataView, at: number): number => Number(from.getBigUint64(at, true));

const noArchive: Problem = {
  code: 'zip/no-archive',
  message: 'This file has no ZIP end record: it is cut off, or not a ZIP archive. Pack the folder again.',
};

const cutOff: Problem = {
  code: 'zip/cut-off',
  message:
    'The directory of this ZIP archive is damaged or cut off, so its files cannot be listed. Pack the folder again.',
};

const tooMany = (what: string): Problem => ({
  code: 'zip/too-many',
  message: `This ZIP archive ${what}. Split it.`,
});

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
