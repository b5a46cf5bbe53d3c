import { type Pace, Stopped } from '../../../base/pace.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Bytes } from '../../readers/archives/bytes.ts';
import { type Mappings, openText, type OpenText } from '../open-text.ts';
import type { ArchivedEntry, OpenArchive, RefusedFile } from './archived.ts';
import { contentOf } from '../../readers/archives/content.ts';
import { Latest } from './latest.ts';
import { maxListedBytes, maxMemberBytes } from '../../readers/archives/limits.ts';
import type { Member, Members } from '../../readers/archives/members.ts';

/** The functions to list an archive, and archives within it. */
export interface Listing {
  readonly pace: Pace;
  readonly mappings: Mappings | undefined;
  /** Bytes that may still be unpacked: one counter for the archive and those within it. */
  readonly allowed: { left: number };
  /** Lists an archive within the archive. */
  inner(archive: Bytes): Promise<Result<OpenArchive, Problem>>;
}

/** Files that operating systems create in folders for their own use. */
const hidden = /(?:^|\/)(?:\.(?!\.?\/)|__MACOSX(?:\/|$))/;

/**
 * The sessions in the files of an archive. The number of sessions is known only after reading, so each file is read
 * once to be listed and again when one of its sessions is opened. Only the latest texts are kept.
 */
export async function openRecordings(
  { archive, members }: Members,
  { pace, mappings, allowed, inner }: Listing,
): Promise<Result<OpenArchive, Problem>> {
  const latest = new Latest((member: Member) => opened(member, mappings, allowed, inner));
  const entries: ArchivedEntry[] = [];
  const refused: RefusedFile[] = [];
  for (const member of members) {
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
    const name = member.path;
    if (hidden.test(name)) {
      refused.push({ name, message: `${name} is hidden: it belongs to the operating system and is not a recording.` });
      continue;
    }
    allowed.left -= Math.min(member.size, maxMemberBytes);
    if (allowed.left < 0) {
      refused.push({ name, message: `${name} was not read: the archive unpacks to more than 1 GB. Split it.` });
      continue;
    }
    const file = await latest.of(member);
    if (!file.ok) {
      const { message } = file.problem;
      refused.push({ name, message: message.startsWith(name) ? message : `${name}: ${message}` });
      continue;
    }
    for (const left of file.value.refused)
      refused.push({ name: `${name}/${left.name}`, message: `${name}/${left.message}` });
    const several = file.value.entries.length > 1;
    file.value.entries.forEach(({ title, system }, at) =>
      entries.push({
        title: several ? `${name} · ${title}` : title,
        system,
        async open() {
          // The size limit was checked at the first listing. An archive within is listed again here, and must give the
          // same result.
          allowed.left = maxListedBytes;
          const again = await latest.of(member);
          const entry = again.ok ? again.value.entries[at] : undefined;
          return again.ok ? (entry?.open() ?? err(changed(name))) : again;
        },
      }),
    );
  }
  return entries.length === 0 ? err(noRecording(archive.title, refused)) : ok({ importer: archive, entries, refused });
}

/** A file's sessions: those of its text, or of the archive that it is. */
async function opened(
  member: Member,
  mappings: Mappings | undefined,
  allowed: { left: number },
  inner: Listing['inner'],
): Promise<Result<Pick<OpenArchive, 'entries' | 'refused'>, Problem>> {
  const bytes = await member.bytes();
  const content = bytes.ok ? await contentOf(bytes.value, member.path) : bytes;
  if (!content.ok) return content;
  if (content.value.kind === 'archive') return inner(content.value.archive);
  // The archive does not state the unpacked size of a gzipped file.
  allowed.left -= Math.max(0, content.value.text.length - member.size);
  const text = await openText(content.value.text, mappings);
  return text.ok ? ok({ entries: entriesOf(text.value), refused: [] }) : text;
}

const entriesOf = (text: OpenText): readonly ArchivedEntry[] =>
  text.entries.map(({ title, system }, index) => ({ title, system, open: async () => ok({ text, index }) }));

const changed = (name: string): Problem => ({
  code: 'archive/changed',
  message: `${name} has changed since it was listed. Open the archive again.`,
});

const noRecording = (title: string, refused: readonly RefusedFile[]): Problem => ({
  code: 'archive/no-recording',
  message:
    refused[0] === undefined
      ? `This ${title} holds no files. Pack the recordings again.`
      : `None of the ${refused.length === 1 ? 'one file' : `${refused.length} files`} in this ${title} is a recording. ${refused[0].message}`,
});
