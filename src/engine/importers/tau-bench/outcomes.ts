import type { Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | tau-bench: the result's text starts with `Error` (the environment writes `Error: …`; there is no other sign) | errored |
 * | tau2-bench: `error: true` on the tool message | errored |
 * | anything else | successful |
 *
 * Neither format can record a stopped call: no call is restricted.
 */
export const isError = (text: string): boolean => text.startsWith('Error');

export const errored = (reason: string): CallResult => ({ outcome: 'error', output: undefined, reason });

export const succeeded = (output: Value): CallResult => ({ outcome: 'ok', output });
