import type { Pace } from '../../../base/pace.ts';
import { err, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Bytes } from '../../readers/archives/bytes.ts';
import type { Mappings } from '../open-text.ts';
import type { OpenArchive } from './archived.ts';
import { isInspectLog, openInspectLog } from './inspect-log.ts';
import { membersOf } from '../../readers/archives/members.ts';
import { maxListedBytes } from '../../readers/archives/limits.ts';
import { openRecordings } from './recordings-in.ts';

/** People make archives of archives; deeper nesting than this is an attack. */
const deepest = 3;

/**
 * Lists the sessions in a ZIP or tar archive: the samples of a log of Inspect, or the recordings in its files and in
 * archives within it.
 */
export const openArchive = (archive: Bytes, pace: Pace, mappings?: Mappings): Promise<Result<OpenArchive, Problem>> =>
  openWithin(archive, pace, mappings, { left: maxListedBytes }, 1);

async function openWithin(
  archive: Bytes,
  pace: Pace,
  mappings: Mappings | undefined,
  allowed: { left: number },
  depth: number,
): Promise<Result<OpenArchive, Problem>> {
  if (depth > deepest) return err(tooDeep);
  const found = await membersOf(archive);
  if (!found.ok) return found;
  if (isInspectLog(found.value.members)) return openInspectLog(found.value.members);
  const inner = (packed: Bytes) => openWithin(packed, pace, mappings, allowed, depth + 1);
  return openRecordings(found.value, { pace, mappings, allowed, inner });
}

const tooDeep: Problem = {
  code: 'archive/too-deep',
  message: `Archives within archives are listed up to ${deepest} levels deep; this one is deeper. Unpack it first.`,
};
