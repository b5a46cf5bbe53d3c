import type { CallResult } from './transcript.ts';

/**
 * One rule for all formats (docs/formats.md, "Refused, stopped, failed"): a call is restricted if a person or a policy kept it
 * from running, or withheld its result. It is errored if it was stopped after it began, and also if the recording does not show
 * whether it had begun, because *restricted* would claim that it had no effect.
 */
export type CallEnd = 'worked' | 'failed' | 'stopped' | 'blocked';

/** The meaning of a status that is one of the usual words; undefined for any other word. */
export const endByWord = (word: string): CallEnd | undefined => ends.get(word);

const ends: ReadonlyMap<string, CallEnd> = new Map([
  ...wordsFor('worked', 'ok okay success successful succeeded complete completed done finished passed valid'),
  ...wordsFor('failed', 'error errored fail failed failure'),
  ...wordsFor('stopped', 'cancelled canceled aborted interrupted stopped killed terminated timeout'),
  ...wordsFor('blocked', 'blocked declined denied forbidden refused rejected restricted'),
]);

function wordsFor(end: CallEnd, words: string): readonly (readonly [string, CallEnd])[] {
  return words.split(' ').map((word) => [word, end]);
}

export const refused = (reason: string): CallResult => ({ outcome: 'blocked_before', output: undefined, reason });

/** A call that failed. */
export const failed = (reason: string): CallResult => ({ outcome: 'error', output: undefined, reason });

/** The result of a call that did not work. */
export function unsuccessful(end: Exclude<CallEnd, 'worked'>, reason: string): CallResult {
  if (end === 'failed') return failed(reason);
  return end === 'stopped' ? stopped(reason) : refused(reason);
}

/** The reason of a call whose approval a person or a policy denied, perhaps without giving one. */
export const denialReason = (given: string | undefined): string =>
  given === undefined || given === '' ? 'the approval was denied' : given;

export const denied = (given: string | undefined): CallResult => refused(denialReason(given));

/** A call that was stopped, or whose recording does not show whether it had begun. */
export const stopped = (reason: string): CallResult => ({ outcome: 'error', output: undefined, reason });

/**
 * Gemini CLI and Qwen Code mark a call as cancelled if the user denied it, and also if the user stopped the agent while it ran.
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/scheduler/scheduler.ts
 */
export const refusedOrStopped = (reason: string): CallResult =>
  isRefusal.test(reason) ? refused(reason) : stopped(reason);

const isRefusal =
  /^(?:\[Operation Cancelled\] Reason: User (?:did not allow tool call|denied execution|cancelled operation)|Tool execution denied by policy)/;

/**
 * The result of a command whose recording has its exit code in a field of its own, or in a line that the program wrote before
 * the output: a code other than 0 means that the call failed. What the command printed stays the output.
 */
export function withExitCode(result: CallResult, code: number | undefined): CallResult {
  if (result.outcome !== 'ok' || code === undefined || code === 0) return result;
  return { ...result, outcome: 'error', reason: `exit code ${code}` };
}
