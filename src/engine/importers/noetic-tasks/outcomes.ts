import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Payload } from './format.ts';

/**
 * | in the event with `phase: exit` | outcome |
 * | --- | --- |
 * | `plannerStatus` or `status` is `failed`, `error` or `blocked`; `loopState` is `blocked` | errored, with its `reason` |
 * | anything else | successful |
 */
export function outcomeOf({ plannerStatus, status, loopState, reason, outcome }: Payload): CallResult {
  const word = plannerStatus ?? status ?? loopState;
  if (word !== undefined && failing.has(word)) {
    return { outcome: 'error', output: undefined, reason: reason ?? `the run ended as ${word}` };
  }
  return { outcome: 'ok', output: outcome ?? word };
}

const failing = new Set(['failed', 'error', 'blocked']);
