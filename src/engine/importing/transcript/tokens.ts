import type { RecordedTokens } from './transcript.ts';

/**
 * The tokens of one answer, as far as the recording counts them; undefined if it counts neither side. No answer has zero
 * tokens on both sides: programs without counts write zeros.
 */
export const tokensTold = (prompt: number | undefined, completion: number | undefined): RecordedTokens | undefined =>
  (prompt ?? 0) === 0 && (completion ?? 0) === 0 ? undefined : tokensCounted(prompt, completion);

/** The same for counts of a provider: an answer that it gave without calling a model has zero tokens. */
export function tokensCounted(prompt: number | undefined, completion: number | undefined): RecordedTokens | undefined {
  if (prompt === undefined && completion === undefined) return undefined;
  return { ...(prompt !== undefined && { prompt }), ...(completion !== undefined && { completion }) };
}

/** The sum of several counts; unknown if the first one, to which the others are added, is unknown. */
export const plusAny = (count: number | undefined, ...beside: readonly (number | undefined)[]): number | undefined =>
  count === undefined ? undefined : beside.reduce<number>((sum, one) => sum + (one ?? 0), count);
