import { readContent, textOf } from '../../importing/messages/content.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { RecordedToolEnd } from '../../importing/transcript/call-log.ts';
import type { ImportReport } from '../../importing/import-report.ts';

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | `error` of a result | errored, with that text |
 * | `result` of a result, or the content of a `tool` message | successful |
 *
 * Vapi restricts no call. Why a call as a whole ended (`endedReason`) is no tool's outcome: it stands in the recording's facts.
 */
export function endOf(
  { result, error }: { readonly result: Value | undefined; readonly error: string | undefined },
  place: Path,
  report: ImportReport,
): Pick<RecordedToolEnd, 'outcome' | 'output' | 'error'> {
  if (error !== undefined && error !== '') return { outcome: 'error', error };
  if (result === undefined || result === null) return { outcome: 'ok' };
  if (isRecord(result)) return { outcome: 'ok', output: result };
  const isText = typeof result === 'string' || Array.isArray(result);
  return {
    outcome: 'ok',
    output: isText ? textOf(readContent(result, place, report)) : result,
  };
}
