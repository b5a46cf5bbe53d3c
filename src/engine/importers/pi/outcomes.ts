import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import type { Path } from '../../model/path.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Message } from './format.ts';

/**
 * | in the session | outcome |
 * | --- | --- |
 * | `isError: true` of a tool result | errored, with its text |
 * | any other tool result | successful |
 * | no result, and the answer that requested the call was aborted or failed | restricted: pi runs no call of such an answer |
 *
 * pi never requests permission.
 */
export function outcomeOf(message: Message, place: Path, report: ImportReport): CallResult {
  if (message.isError === true) {
    const text = wordsIn(message.content);
    return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
  }
  return { outcome: 'ok', output: readResultContent(message.content, place, report) };
}

/** `answered`: ids of calls that got a result in spite of that. */
export function withoutRun(
  call: RequestedCall,
  { stopReason }: Message,
  answered: ReadonlySet<string | undefined>,
): RequestedCall {
  if ((stopReason !== 'aborted' && stopReason !== 'error') || answered.has(call.id)) return call;
  const reason = `the answer ${stopReason === 'error' ? 'failed' : 'was stopped'} before its calls could run`;
  return { ...call, result: { outcome: 'blocked_before', output: undefined, reason } };
}
