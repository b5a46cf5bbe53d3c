import { useState } from 'react';

interface Answer<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
}

/**
 * The answers of several queries, by key. The last answers stay until all next ones have arrived, so that nothing jumps
 * and the focused element keeps the focus. A single query uses `keepPreviousData` for this; with several, none knows
 * its predecessor.
 */
export function useLastAnswers<T>(keys: readonly string[], answers: readonly Answer<T>[]) {
  const now: Answers<T> = { keys, data: answers.map(({ data }) => data) };
  const isPending = answers.some((answer) => answer.isPending);
  const [last, setLast] = useState(now);
  if (!isPending && !isSame(last, now)) setLast(now);
  const { keys: known, data } = isPending ? last : now;
  return { isPending, answers: new Map(known.map((key, index) => [key, data[index]])) };
}

interface Answers<T> {
  readonly keys: readonly string[];
  readonly data: readonly (T | undefined)[];
}

const isSame = <T>(one: Answers<T>, other: Answers<T>) =>
  one.keys.length === other.keys.length &&
  one.keys.every((key, index) => key === other.keys[index] && one.data[index] === other.data[index]);
