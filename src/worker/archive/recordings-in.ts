import { type Pace, Stopped } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { ZipMember } from '../zip/member.ts';
import type { ArchivedEntry, OpenArchive, RefusedFile } from './archived.ts';
import { MemberTexts, mostMemberBytes, textOfMember } from './member-text.ts';

/** More than this is not unpacked to list one archive, whatever it says of its sizes. */
const mostListedBytes = 1_000_000_000;

/** What systems leave in folders for themselves. */
const hidden = /(?:^|\/)(?:\.(?!\.?\/)|__MACOSX(?:\/|$))/;

/**
 * The sessions in the files of an archive. Only a file itself tells how many it holds, so each is read once to be listed,
 * and once more when one of its sessions is opened; none is kept.
 */
export async function openRecordings(
  archive: Blob,
  members: readonly ZipMember[],
  pace: Pace,
): Promise<Result<OpenArchive, Problem>> {
  const texts = new MemberTexts((member) => textOfMember(archive, member));
  const entries: ArchivedEntry[] = [];
  const refused: RefusedFile[] = [];
  let left = mostListedBytes;
  for (const member of members) {
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
    const name = member.path;
    if (hidden.test(member.path)) {
      refused.push({ name, message: `${name} is hidden: it is its system’s and no recording.` });
      continue;
    }
    left -= Math.min(member.size, mostMemberBytes);
    if (left < 0) {
      refused.push({ name, message: `${name} was not looked at: the archive unpacks to more than 1 GB. Split it.` });
      continue;
    }
    const opened = await texts.open(member);
    if (!opened.ok) {
      const { message } = opened.problem;
      refused.push({ name, message: message.startsWith(name) ? message : `${name}: ${message}` });
      continue;
    }
    const several = opened.value.entries.length > 1;
    opened.value.entries.forEach(({ title, system }, index) =>
      entries.push({ title: several ? `${name} · ${title}` : title, system, index, text: () => texts.open(member) }),
    );
  }
  return entries.length === 0 ? err(noRecording(refused)) : ok({ importer: zip, entries, refused });
}

const zip = { id: 'zip', title: 'ZIP archive' };

const noRecording = (refused: readonly RefusedFile[]): Problem => ({
  code: 'archive/no-recording',
  message:
    refused[0] === undefined
      ? 'This ZIP archive holds no files. Pack the recordings again.'
      : `None of the ${refused.length === 1 ? 'one file' : `${refused.length} files`} in this ZIP archive is a recording. ${refused[0].message}`,
});
