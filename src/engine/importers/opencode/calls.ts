import type { Path } from '../../model/path.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Part } from './format.ts';

/** A tool part is a call and its result. `task` is a sub-agent, which has a session of its own. */
export function callOf(
  { callID: id, tool: name = 'unknown', state }: Part,
  place: Path,
  report: ImportReport,
): RequestedCall {
  const to = name === 'task' ? 'agent' : 'tool';
  if (to === 'agent') {
    report.note(
      'info',
      'opencode/agent',
      place,
      (n) => `What ${counted(n, 'sub-agent')} did is in a session of its own, which can be exported by itself.`,
    );
  }
  return { id, name, to, input: state?.input, place, result: resultOf(state, [...place, 'state'], report) };
}

/** https://github.com/sst/opencode/blob/dev/packages/opencode/src/permission/index.ts */
const rejected = /^The user rejected permission to use this/;

/**
 * | `state` of a tool part | outcome |
 * | --- | --- |
 * | `status: completed` | successful |
 * | `status: error` with opencode's own sentence that the user rejected permission | restricted |
 * | any other `status: error` | errored, with its `error` |
 * | `pending`, `running` | no result |
 */
function resultOf(state: Part['state'], place: Path, report: ImportReport): CallResult | undefined {
  const { status, output, error = '', time } = state ?? {};
  const { start, end } = time ?? {};
  const at = readInstant(end === undefined ? undefined : end / 1000, place, report);
  const tookMs = start === undefined || end === undefined ? undefined : end - start;
  if (status === 'completed') {
    return { outcome: 'ok', output, at, tookMs };
  }
  if (status !== 'error') return undefined;
  const outcome = rejected.test(error) ? 'blocked_before' : 'error';
  return {
    outcome,
    output: undefined,
    reason: error === '' ? 'the recording says that it failed, not why' : error,
    at,
    tookMs,
  };
}
