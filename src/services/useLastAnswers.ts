import { useState } from 'react';

interface Answer<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
}

/**
 * What many questions came to, each by its key. Until the next ones are all answered, the last ones stay: nothing jumps,
 * and what has the focus keeps it. A question alone has `keepPreviousData` for this; of several none knows the one before it.
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
