import type { Pace } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { readDirectory } from '../zip/directory.ts';
import type { OpenArchive } from './archived.ts';
import { isInspectLog, openInspectLog } from './inspect-log.ts';
import { openRecordings } from './recordings-in.ts';

/** Lists the sessions in a ZIP archive: the samples of a log of Inspect, or whatever recordings its files are. */
export async function openArchive(archive: Blob, pace: Pace): Promise<Result<OpenArchive, Problem>> {
  const members = await readDirectory(archive);
  if (!members.ok) return members;
  return isInspectLog(members.value)
    ? openInspectLog(archive, members.value)
    : openRecordings(archive, members.value, pace);
}
