import {
  CancelledError,
  type DefaultError,
  type EnsureQueryDataOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * The answer to a question, for one who waits for it once. A panel that asks the same and goes takes the question back
 * for everybody: then it is asked again. Throws the question's own error, and the cancellation where the questions
 * themselves are gone, as with a page that is closed.
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
