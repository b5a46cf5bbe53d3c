import { maxMemberBytes } from './limits.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { bytesOf, readable, type Bytes } from './bytes.ts';
import { isTar, readTar } from './tar.ts';
import { readDirectory, type ZipMember } from './zip-directory.ts';
import { unpackMember } from './zip-unpack.ts';

/** A file in an archive of any kind. */
export interface Member {
  readonly path: string;
  /** The size that the archive states, in bytes. */
  readonly size: number;
  bytes(): Promise<Result<Bytes, Problem>>;
}

export interface Members {
  /** The kind of the archive. */
  readonly archive: { readonly id: string; readonly title: string };
  readonly members: readonly Member[];
}

/** The files in an archive; nothing is unpacked yet. */
export async function membersOf(archive: Bytes): Promise<Result<Members, Problem>> {
  if (await isTar(archive)) {
    const found = await readTar(archive);
    if (!found.ok) return found;
    const members = found.value.map(({ path, size, offset }) => ({
      path,
      size,
      bytes: async () => (size > maxMemberBytes ? err(tooLarge(path)) : ok(archive.slice(offset, offset + size))),
    }));
    return ok({ archive: { id: 'tar', title: 'tar archive' }, members });
  }
  const found = await readDirectory(archive);
  if (!found.ok) return found;
  const members = found.value.map((member) => ({
    path: member.path,
    size: member.size,
    bytes: () => bytesIn(archive, member),
  }));
  return ok({ archive: { id: 'zip', title: 'ZIP archive' }, members });
}

/** The unpacked content of a member of a ZIP. */
export const bytesIn = (archive: Bytes, member: ZipMember): Promise<Result<Bytes, Problem>> =>
  readable(member.path, async () => {
    const bytes = await unpackMember(archive, member, maxMemberBytes);
    return bytes.ok ? ok(bytesOf(bytes.value)) : bytes;
  });

const tooLarge = (path: string): Problem => ({
  code: 'tar/too-large',
  message: `${path} is larger than ${maxMemberBytes / 1_000_000} MB, the largest file that can be read. Split it.`,
});
