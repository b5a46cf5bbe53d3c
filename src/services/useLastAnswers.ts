import { useState } from 'react';

interface Answer<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
}

/**
 * The answers of several queries, by key. The last answers stay until all next ones have arrived, so that nothing jumps
 * and the focused element keeps the focus. A single query has placeholder data for this; with several, none knows
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

/**
 * The last answer of a query, and whether it is an earlier one: it stays until the
 * next has arrived. Unlike placeholder data, it also keeps `null`, which says that there is no answer to show.
 */
export function useLastAnswer<T>(now: T | undefined): { readonly answer: T | undefined; readonly isEarlier: boolean } {
  const [last, setLast] = useState(now);
  if (now !== undefined && now !== last) setLast(now);
  return { answer: now === undefined ? last : now, isEarlier: now === undefined && last !== undefined };
}
