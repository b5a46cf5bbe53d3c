import { Double, type Value } from './value.ts';

/** Tokens of one call, or running sums over many. `undefined`: the recording does not say. */
export interface TokenCounts {
  readonly prompt: number | undefined;
  readonly completion: number | undefined;
  /** Prompt and completion together, where the recording holds no more detail. */
  readonly total: number | undefined;
  /** Of one call: those of the prompt that were read from a cache. */
  readonly cached?: number | undefined;
}

export const noTokens: TokenCounts = { prompt: 0, completion: 0, total: 0 };

/** The running sums after one more call; a sum with a missing number is unknown from then on. */
export const addTokens = (sums: TokenCounts, call: TokenCounts): TokenCounts => ({
  prompt: plus(sums.prompt, call.prompt),
  completion: plus(sums.completion, call.completion),
  total: plus(sums.total, call.total ?? plus(call.prompt, call.completion)),
});

const plus = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;

/** A recorded count. Some programs write whole numbers as doubles. */
export function countOf(value: Value | undefined): number | undefined {
  const count = value instanceof Double ? value.value : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
