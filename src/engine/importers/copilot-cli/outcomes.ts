import type { Path } from '../../model/path.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { ToolEnd } from './format.ts';

/**
 * | in the log | outcome |
 * | --- | --- |
 * | `permission.completed` of the call with a `kind` that begins with `denied` | restricted, with the error's text or the kind |
 * | `error.code` of `tool.execution_complete` is `denied` or `rejected` | restricted, with the error's text |
 * | `permission.requested` without an answer before the log ends | pending: it waits |
 * | `success: false` | errored, with the error's text or the result's |
 * | anything else | successful |
 */
export function outcomeOf(end: ToolEnd, denial: string | undefined, place: Path, report: ImportReport): CallResult {
  const { success, result, error } = end;
  const where = [...place, 'data', 'result', 'content'];
  if (denial !== undefined || error?.code === 'denied' || error?.code === 'rejected') {
    return { outcome: 'blocked_before', output: undefined, reason: error?.message ?? denial ?? 'the user said no' };
  }
  if (success === false) {
    const said = error?.message ?? wordsIn(result?.content);
    const reason = said === '' ? 'the call failed; the log does not say why' : said;
    return { outcome: 'error', output: undefined, reason };
  }
  return { outcome: 'ok', output: readResultContent(result?.content, where, report) };
}
