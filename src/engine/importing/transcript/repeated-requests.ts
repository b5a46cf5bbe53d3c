import { isSame } from '../../model/equal.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { textOf, type Part } from '../content/content.ts';

interface AnsweredCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly input: Value | undefined;
}

interface AnswerWithCalls<C extends AnsweredCall> {
  readonly message: readonly Part[];
  readonly calls: readonly C[];
}

/** An answer as the next one is compared with it. */
export interface Comparable<C> {
  readonly byId: ReadonlyMap<string, C>;
  /** How many calls it has. */
  readonly count: number;
  readonly words: string;
}

export const comparable = <C extends AnsweredCall>({ message, calls }: AnswerWithCalls<C>): Comparable<C> => ({
  byId: new Map(calls.map((call) => [call.id ?? '', call])),
  count: calls.length,
  words: textOf(message),
});

/** The calls of an answer that the answer directly before it already requested, and whether the two are one answer. */
export interface RepeatedRequest<C, D> {
  /** The earlier request, for each call that is requested again. */
  readonly known: ReadonlyMap<D, C>;
  readonly isOneAnswer: boolean;
}

/**
 * Some programs rewrite an answer each time that it has grown: first its call, then its text with the same call. Providers
 * give each call an id of its own, so a call requested twice before any result is one call.
 */
export function repeatedRequest<C extends AnsweredCall, D extends AnsweredCall>(
  before: Comparable<C>,
  after: AnswerWithCalls<D>,
): RepeatedRequest<C, D> | undefined {
  const known = new Map<D, C>();
  const taken = new Set<C>();
  for (const call of after.calls) {
    const same = isOwn(call) ? before.byId.get(call.id ?? '') : undefined;
    if (same === undefined || taken.has(same)) continue;
    if (same.name !== call.name || !isOrGrows(same.input, call.input)) continue;
    known.set(call, same);
    taken.add(same);
  }
  if (known.size === 0) return undefined;
  const { count, words } = before;
  const more = textOf(after.message);
  const isMore = known.size === count && more.startsWith(words);
  const isLess = known.size === after.calls.length && words.startsWith(more);
  return { known, isOneAnswer: isMore || isLess };
}

/** Some programs use the function’s name as an id: it does not identify a single call. */
const isOwn = ({ id, name }: AnsweredCall): boolean => id !== undefined && id !== '' && id !== name;

/** The calls of one answer, each once: lists of items hold a call again where it was still being written. */
export function withoutCopies<C extends AnsweredCall>(calls: readonly C[], note: (copy: C) => void): readonly C[] {
  const byId = new Map<string, C>();
  return calls.filter((call) => {
    const { id = '' } = call;
    const same = isOwn(call) ? byId.get(id) : undefined;
    if (same === undefined) byId.set(id, call);
    const isCopy = same !== undefined && same.name === call.name && isSame(same.input ?? null, call.input ?? null);
    if (isCopy) note(call);
    return !isCopy;
  });
}

/** Incomplete arguments do not count as arguments. */
const isOrGrows = (before: Value | undefined, after: Value | undefined): boolean =>
  isNothing(before) || isSame(before ?? null, after ?? null);

const isNothing = (input: Value | undefined): boolean =>
  input === undefined || input === null || input === '' || (isRecord(input) && Object.keys(input).length === 0);
