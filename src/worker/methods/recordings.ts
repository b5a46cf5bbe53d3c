import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { contentOf, type FileContent } from '../../engine/readers/archives/content.ts';
import { bytesIn } from '../../engine/readers/archives/members.ts';
import type { Recording } from '../backtest-protocol.ts';

/** The content of a recording: a text, or an archive with a text for each of its samples or files. */
export async function contentOfRecording(
  recording: Exclude<Recording, { kind: 'open' }>,
): Promise<Result<FileContent, Problem>> {
  const file = recording.kind === 'file' ? ok(recording.file) : await bytesIn(recording.archive, recording.member);
  return file.ok ? contentOf(file.value, recording.name) : file;
}
