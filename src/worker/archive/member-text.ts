import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { openText, type OpenText } from '../../engine/open-text.ts';
import type { ZipMember } from '../zip/member.ts';
import { unpackMember } from '../zip/unpack.ts';

/** A text takes several times its bytes while it is understood. */
export const mostMemberBytes = 200_000_000;

export async function textOfMember(archive: Blob, member: ZipMember): Promise<Result<string, Problem>> {
  try {
    const bytes = await unpackMember(archive, member, mostMemberBytes);
    return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes;
  } catch (cause) {
    // The file under the archive was moved or changed since it was listed.
    if (!(cause instanceof DOMException)) throw cause;
    return err({
      code: 'archive/unreadable',
      message: `The archive of ${member.path} could not be read (${cause.message}). Check that it is still there.`,
    });
  }
}

/** The latest texts stay: whoever looks at one session of a file often looks at the next. */
const kept = 2;

/** Opens members as texts. `written` makes the text of a member's own. */
export class MemberTexts {
  readonly #written: (member: ZipMember) => Promise<Result<string, Problem>>;
  readonly #latest = new Map<ZipMember, Promise<Result<OpenText, Problem>>>();

  constructor(written: (member: ZipMember) => Promise<Result<string, Problem>>) {
    this.#written = written;
  }

  open(member: ZipMember): Promise<Result<OpenText, Problem>> {
    const known = this.#latest.get(member);
    const opened = known ?? this.#read(member);
    this.#latest.delete(member);
    this.#latest.set(member, opened);
    for (const [oldest] of this.#latest) {
      if (this.#latest.size <= kept) break;
      this.#latest.delete(oldest);
    }
    return opened;
  }

  async #read(member: ZipMember): Promise<Result<OpenText, Problem>> {
    const text = await this.#written(member);
    return text.ok ? openText(text.value) : text;
  }
}
