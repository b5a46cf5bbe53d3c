import { listed, nearest } from '../../cel/check/suggest.ts';
import type { Problem, TextRange } from '../../model/problem.ts';

/** What is wrong with a call as it is written. */
export interface CallProblem extends Problem {
  /** The argument that it is about, where it is about one. */
  readonly parameter?: string;
}

export type CallProblems = readonly [CallProblem, ...CallProblem[]];

export const problem = (code: string, message: string, { start, end }: TextRange): Problem => ({
  code: `console/${code}`,
  message,
  range: { start, end },
});

/** A name that nobody knows, with the one that was probably meant, or those that there are. */
export function unknownName(
  code: string,
  sentence: string,
  name: string,
  known: readonly string[],
  range: TextRange,
): Problem {
  const near = nearest(name, known);
  const advice =
    near === undefined
      ? known.length === 0
        ? ''
        : ` There is ${listed(known, 'and', 12)}.`
      : ` Did you mean “${near}”?`;
  return problem(code, sentence + advice, range);
}
