import {
  CancelledError,
  type DefaultError,
  type EnsureQueryDataOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Fetches one answer. A panel with the same query cancels it for every caller when it unmounts: then this repeats the
 * query. Throws the query's own error, or the cancellation if the query itself was removed, as when the page closes.
 */
export async function answerTo<Asked, Failure = DefaultError, Answer = Asked, Key extends QueryKey = QueryKey>(
  queries: QueryClient,
  query: EnsureQueryDataOptions<Asked, Failure, Answer, Key>,
): Promise<Answer> {
  for (;;) {
    try {
      return await queries.ensureQueryData(query);
    } catch (cause) {
      if (!(cause instanceof CancelledError) || cause.silent === true) throw cause;
    }
  }
}
