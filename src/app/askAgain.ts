import type { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '../worker/connect.ts';

/** Asks what is in sight and was left unanswered by an engine that died or fell silent. */
export const askAgain = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) =>
      error instanceof ProblemError && /^engine\/(died|stuck)$/.test(error.problem.code),
  });
