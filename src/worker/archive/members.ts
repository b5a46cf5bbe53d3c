import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { ImporterName } from '../../engine/opening/open-text.ts';
import { unreadable } from './unreadable.ts';
import { isTar, readTar } from '../tar/members.ts';
import { readDirectory } from '../zip/directory.ts';
import type { ZipMember } from '../zip/member.ts';
import { unpackMember } from '../zip/unpack.ts';

/** A file in an archive of any kind. */
export interface Member {
  readonly path: string;
  /** The size that the archive states, in bytes. */
  readonly size: number;
  bytes(): Promise<Result<Blob, Problem>>;
}

export interface Members {
  readonly archive: ImporterName;
  readonly members: readonly Member[];
}

/** Reading a text needs several times its bytes. */
export const maxMemberBytes = 200_000_000;

/** The files in an archive; nothing is unpacked yet. */
export async function membersOf(archive: Blob): Promise<Result<Members, Problem>> {
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
    bytes: () => bytesOf(archive, member),
  }));
  return ok({ archive: { id: 'zip', title: 'ZIP archive' }, members });
}

/** The unpacked content of a member of a ZIP. */
export async function bytesOf(archive: Blob, member: ZipMember): Promise<Result<Blob, Problem>> {
  try {
    const bytes = await unpackMember(archive, member, maxMemberBytes);
    return bytes.ok ? ok(new Blob([bytes.value])) : bytes;
  } catch (cause) {
    // The archive file was moved or changed after it was listed.
    if (!(cause instanceof DOMException)) throw cause;
    return err(unreadable(member.path, cause.message));
  }
}

const tooLarge = (path: string): Problem => ({
  code: 'tar/too-large',
  message: `${path} is larger than ${maxMemberBytes / 1_000_000} MB, the largest file that can be read. Split it.`,
});
