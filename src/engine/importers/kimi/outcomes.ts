import type { Path } from '../../model/path.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Line, ToolResult } from './format.ts';

/** The user’s decision whether a call may run. */
export type Approval = NonNullable<Line['result']>;

/**
 * | in the journal | outcome |
 * | --- | --- |
 * | `permission.record_approval_result` of the call with a `decision` that is not `approved` | restricted, with the user's words |
 * | `isError: true` of the result | errored, with its text |
 * | anything else | successful |
 */
export function outcomeOf(
  { output, isError }: ToolResult['result'],
  approval: Approval | undefined,
  place: Path,
  report: ImportReport,
): CallResult {
  const text = wordsIn(output);
  if (isRefusal(approval)) {
    const reason = approval?.feedback ?? (text === '' ? `the user’s decision: ${approval?.decision}` : text);
    return { outcome: 'blocked_before', output: undefined, reason };
  }
  if (isError === true) {
    return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
  }
  return { outcome: 'ok', output: readResultContent(output, place, report) };
}

const isRefusal = (approval: Approval | undefined): boolean =>
  approval?.decision !== undefined && approval.decision !== 'approved';
