import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Line } from './format.ts';

/**
 * | in the chat | outcome |
 * | --- | --- |
 * | `toolCallResult.status` is `cancelled` | restricted: the user said no, or stopped it |
 * | `toolCallResult.status` is `error`, or the response has an `error` | errored, with its text |
 * | anything else | successful; a response that is only an `output` is that |
 *
 * `read` is what the response alone says.
 */
export function outcomeOf({ toolCallResult }: Line, read: CallResult): CallResult {
  const said = read.reason;
  switch (toolCallResult?.status) {
    case 'cancelled':
      return { outcome: 'blocked_before', output: undefined, reason: said ?? 'the user cancelled the call' };
    case 'error':
      return { outcome: 'error', output: undefined, reason: said ?? 'the call failed; the chat does not say why' };
    default:
      return read;
  }
}
