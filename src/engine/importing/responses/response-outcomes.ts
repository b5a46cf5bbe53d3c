import type { Value } from '../../model/value.ts';
import { reasonIn } from '../content/reason-in.ts';
import type { CallResult } from '../transcript/transcript.ts';
import { waiting } from '../transcript/waiting.ts';
import type { Item } from './response-item.ts';

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | `mcp_call` (or any hosted call) with an `error` | errored, with its text |
 * | `status: failed` or `incomplete` on a hosted call or on a `…_call_output` | errored |
 * | `mcp_approval_request` answered with `approve: false` | restricted before it ran |
 * | `mcp_approval_request` without an answer before the recording ends | pending: it waits and has not run |
 * | `mcp_approval_request` answered with `approve: true` | no separate call: it is the `mcp_call` that follows |
 * | any other `function_call_output` | successful; only its text could show a failure, and we do not guess from text |
 */
export function outcomeOf(item: Item, output: Value | undefined): CallResult {
  if (item.error !== undefined && item.error !== null && item.error !== '') {
    return { outcome: 'error', output: undefined, reason: reasonIn(item.error) };
  }
  if (item.status === 'failed' || item.status === 'incomplete') {
    // The output before the failure is more informative than the failure itself.
    if (output !== undefined && output !== '') return { outcome: 'error', output };
    return { outcome: 'error', output: undefined, reason: `status: ${item.status}` };
  }
  return { outcome: 'ok', output };
}

export const denied = (reason: string | undefined): CallResult => ({
  outcome: 'blocked_before',
  output: undefined,
  reason: reason === undefined || reason === '' ? 'the approval was denied' : reason,
});

export const waitsForApproval = waiting('waiting for approval when the recording ends');
