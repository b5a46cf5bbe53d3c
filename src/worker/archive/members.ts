import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { ImporterName } from '../../engine/open-text.ts';
import { unreadable } from './unreadable.ts';
import { isTar, readTar } from '../tar/members.ts';
import { readDirectory } from '../zip/directory.ts';
import type { ZipMember } from '../zip/member.ts';
import { unpackMember } from '../zip/unpack.ts';

/** A file in an archive of any kind. */
export interface Member {
  readonly path: string;
  /** What the archive says of its size, in bytes. */
  readonly size: number;
  bytes(): Promise<Result<Blob, Problem>>;
}

export interface Members {
  readonly archive: ImporterName;
  readonly members: readonly Member[];
}

/** A text takes several times its bytes while it is understood. */
export const mostMemberBytes = 200_000_000;

/** The files in an archive; nothing is unpacked yet. */
export async function membersOf(archive: Blob): Promise<Result<Members, Problem>> {
  if (await isTar(archive)) {
    const found = await readTar(archive);
    if (!found.ok) return found;
    const members = found.value.map(({ path, size, offset }) => ({
      path,
      size,
      bytes: async () => (size > mostMemberBytes ? err(tooLarge(path)) : ok(archive.slice(offset, offset + size))),
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

/** What a member of a ZIP unpacks to. */
export async function bytesOf(archive: Blob, member: ZipMember): Promise<Result<Blob, Problem>> {
  try {
    const bytes = await unpackMember(archive, member, mostMemberBytes);
    return bytes.ok ? ok(new Blob([bytes.value])) : bytes;
  } catch (cause) {
    // The file under the archive was moved or changed since it was listed.
    if (!(cause instanceof DOMException)) throw cause;
    return err(unreadable(member.path, cause.message));
  }
}

const tooLarge = (path: string): Problem => ({
  code: 'tar/too-large',
  message: `${path} is larger than ${mostMemberBytes / 1_000_000} MB, which is the most that is read. Split it.`,
});
