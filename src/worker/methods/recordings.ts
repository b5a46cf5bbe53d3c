import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { isArchive } from '../archive/archived.ts';
import { isInspectLog } from '../archive/inspect-log.ts';
import type { Recording, RecordingContent } from '../backtest-protocol.ts';
import { readDirectory } from '../zip/directory.ts';
import { inflate, unpackMember } from '../zip/unpack.ts';

/** A string holds about 500 million characters, and a text takes several times its bytes while it is understood. */
const mostBytes = 400_000_000;
const mostUnpackedBytes = 200_000_000;

/** What a recording is: a text, or a log of Inspect, which is an archive with a text for each of its samples. */
export async function contentOf(
  recording: Exclude<Recording, { kind: 'open' }>,
): Promise<Result<RecordingContent, Problem>> {
  const { name } = recording;
  try {
    const blob = await packedOf(recording);
    if (!blob.ok) return blob;
    if (await isArchive(blob.value)) return archiveIn(blob.value, name);
    if (blob.value.size > mostBytes) return err(tooLarge(name));
    const [first, second, third] = new Uint8Array(await blob.value.slice(0, 3).arrayBuffer());
    if (first !== 0x1f || second !== 0x8b || third !== 8) return ok({ kind: 'text', text: await blob.value.text() });
    const bytes = await inflate(blob.value, 'gzip', name, mostUnpackedBytes);
    return bytes.ok ? ok({ kind: 'text', text: new TextDecoder().decode(bytes.value) }) : bytes;
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    return err(unreadable(name, cause.message));
  }
}

async function archiveIn(archive: Blob, name: string): Promise<Result<RecordingContent, Problem>> {
  const members = await readDirectory(archive);
  return members.ok && isInspectLog(members.value) ? ok({ kind: 'archive', archive }) : err(nested(name));
}

async function packedOf(recording: Exclude<Recording, { kind: 'open' }>): Promise<Result<Blob, Problem>> {
  if (recording.kind === 'file') return ok(recording.file);
  const bytes = await unpackMember(recording.archive, recording.member, mostUnpackedBytes);
  return bytes.ok ? ok(new Blob([bytes.value])) : bytes;
}

const tooLarge = (name: string): Problem => ({
  code: 'recording/too-large',
  message: `${name} is larger than ${mostBytes / 1_000_000} MB, which is the most that is read at once. Split it.`,
});

const nested = (name: string): Problem => ({
  code: 'recording/nested',
  message: `${name} is a ZIP archive within what was added. Add it by itself, or unpack it first.`,
});

const unreadable = (name: string, why: string): Problem => ({
  code: 'recording/unreadable',
  message: `The browser could not read ${name} (${why}). Check that it is still there, and add it again.`,
});
