import type { RecordedTokens } from './transcript.ts';

/**
 * What one answer took, as far as the recording counts it; undefined where it counts neither side. No model answers nothing
 * with nothing: programs without counts write zeros.
 */
export const tokensTold = (prompt: number | undefined, completion: number | undefined): RecordedTokens | undefined =>
  (prompt ?? 0) === 0 && (completion ?? 0) === 0 ? undefined : tokensCounted(prompt, completion);

/** The same where a provider counts: an answer that it gave without asking a model took nothing. */
export function tokensCounted(prompt: number | undefined, completion: number | undefined): RecordedTokens | undefined {
  if (prompt === undefined && completion === undefined) return undefined;
  return { ...(prompt !== undefined && { prompt }), ...(completion !== undefined && { completion }) };
}

/** The sum of several counts; unknown where the first of them, which all others go beside, is. */
export const plusAny = (count: number | undefined, ...beside: readonly (number | undefined)[]): number | undefined =>
  count === undefined ? undefined : beside.reduce<number>((sum, one) => sum + (one ?? 0), count);
