import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Line } from './format.ts';

/**
 * | in the chat | outcome |
 * | --- | --- |
 * | `toolCallResult.status` is `cancelled` | restricted: the user refused or stopped it |
 * | `toolCallResult.status` is `error`, or the response has an `error` | errored, with its text |
 * | anything else | successful; the output is the `output` if the response has no other key, else the response |
 *
 * `read` is the outcome according to the response alone.
 */
export function outcomeOf({ toolCallResult }: Line, read: CallResult): CallResult {
  const reason = read.reason;
  switch (toolCallResult?.status) {
    case 'cancelled':
      return { outcome: 'blocked_before', output: undefined, reason: reason ?? 'the user cancelled the call' };
    case 'error':
      return { outcome: 'error', output: undefined, reason: reason ?? 'the call failed; the chat does not say why' };
    default:
      return read;
  }
}
