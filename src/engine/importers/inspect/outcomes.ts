import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Value } from '../../model/value.ts';
import type { Event, Message } from './format.ts';

/**
 * | in the log | outcome |
 * | --- | --- |
 * | an event `approval` that decides `reject`, `terminate` or `escalate` about the call | restricted |
 * | `error.type` of the tool message is `approval` or `permission` | restricted, with its message |
 * | any other `error` of the tool message | errored, with its message |
 * | anything else | successful |
 */
export function outcomeOf({ error }: Message, refusal: Event | undefined, output: Value): CallResult {
  if (refusal !== undefined || (error?.type !== undefined && restricting.has(error.type))) {
    const reason = error?.message ?? refusal?.explanation ?? 'the call was not approved';
    return { outcome: 'blocked_before', output: undefined, reason };
  }
  if (error === undefined) return { outcome: 'ok', output };
  return { outcome: 'error', output: undefined, reason: error.message ?? error.type ?? 'the call failed' };
}

const restricting = new Set(['approval', 'permission']);
