import { maxMembers } from './limits.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { partOf, shownName, textOf, type Bytes } from './bytes.ts';

/** A file in a tar archive, stored without compression. Size and offset in bytes. */
export interface TarMember {
  readonly path: string;
  readonly size: number;
  readonly offset: number;
}

const block = 512;
/** No name is longer than this on any system. */
const longestName = 65_536;

/** The mark of POSIX and GNU archives, `ustar` within the first header. The older kind has no mark. */
export async function isTar(file: Bytes): Promise<boolean> {
  return textOf(await partOf(file, 257, 262)) === 'ustar';
}

/**
 * The files in a tar archive: the ustar and pax forms of POSIX (IEEE Std 1003.1-2017, pax, “ustar Interchange Format”),
 * and GNU's long names. Only headers are read. A cut-off archive lists the files before the cut.
 */
export async function readTar(archive: Bytes): Promise<Result<readonly TarMember[], Problem>> {
  const found: TarMember[] = [];
  let longName: string | undefined;
  for (let at = 0; at + block <= archive.size && found.length < maxMembers;) {
    const header = await partOf(archive, at, at + block);
    // Two empty blocks end an archive; one is enough to recognise the end.
    if (header.every((byte) => byte === 0)) break;
    if (!isHeader(header)) return found.length === 0 ? err(damaged) : ok(found);
    const size = numberIn(header.subarray(124, 136));
    const offset = at + block;
    const kind = String.fromCharCode(header[156] ?? 0);
    const content = () => partOf(archive, offset, offset + Math.min(size, longestName));
    if (kind === 'L') longName = textIn(await content());
    else if (kind === 'x') longName = paxPath(await content()) ?? longName;
    else if (kind !== 'g') {
      if (isFile(kind) && offset + size <= archive.size)
        found.push({ path: shownName(longName ?? nameIn(header)), size, offset });
      longName = undefined;
    }
    at = offset + Math.ceil(size / block) * block;
  }
  return ok(found);
}

const isFile = (kind: string): boolean => kind === '0' || kind === '\0' || kind === '7';

/** A header holds the sum of its own bytes, with spaces in the place of the sum. */
function isHeader(header: Uint8Array): boolean {
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  return numberIn(header.subarray(148, 156)) === sum;
}

/** Octal digits. For a number that is too large for them, GNU writes the number itself behind a first byte of 0x80. */
function numberIn(field: Uint8Array): number {
  if (field[0] === 0x80) return field.subarray(1).reduce((all, byte) => all * 256 + byte, 0);
  const digits = textIn(field).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(`0${digits}`, 8) : Number.NaN;
}

function nameIn(header: Uint8Array): string {
  const name = textIn(header.subarray(0, 100));
  // In GNU's headers the mark ends in a space, and other fields are in the place of the prefix.
  const prefix = header[262] === 0 ? textIn(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Lines of `length key=value`; the length counts the whole line in bytes. */
function paxPath(records: Uint8Array): string | undefined {
  for (let at = 0; at < records.length;) {
    const space = records.indexOf(0x20, at);
    const length = Number(textOf(records.subarray(at, space)));
    if (space < 0 || !Number.isInteger(length) || length <= 0) return undefined;
    const line = textOf(records.subarray(space + 1, at + length - 1));
    if (line.startsWith('path=')) return line.slice(5);
    at += length;
  }
  return undefined;
}

/** Up to the first NUL. */
function textIn(field: Uint8Array): string {
  const end = field.indexOf(0);
  return textOf(end < 0 ? field : field.subarray(0, end));
}

const damaged: Problem = {
  code: 'tar/damaged',
  message: 'This begins like a tar archive, but its first header is damaged. Pack the folder again.',
};
