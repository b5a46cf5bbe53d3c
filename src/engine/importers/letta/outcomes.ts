import { openJson } from '../../model/json-text.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a return with `status: error` | errored, with its text |
 * | an approval with `approve: false` | restricted: the user said no, for the reason beside it |
 * | a call that requested approval, without a later approval or return | pending: it waits |
 * | a return with any other status | successful; `{status, message, time}` around it is Letta's own and kept |
 */
export function returned(status: string | undefined, output: Value | undefined): CallResult {
  return status === 'error'
    ? { outcome: 'error', output: undefined, reason: reasonIn(output) }
    : { outcome: 'ok', output };
}

function reasonIn(output: Value | undefined): string {
  const parsed = typeof output === 'string' ? openJson(output) : output;
  const said = parsed !== undefined && isRecord(parsed) ? parsed['message'] : parsed;
  return typeof said === 'string' && said !== '' ? said : 'the return’s status is error';
}
