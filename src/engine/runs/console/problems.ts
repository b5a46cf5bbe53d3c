import { listed, nearest } from '../../cel/check/suggest.ts';
import type { Problem, TextRange } from '../../model/problem.ts';

/** A fault of a written call. */
export interface CallProblem extends Problem {
  /** The argument with the fault, if it is in one. */
  readonly parameter?: string;
}

export type CallProblems = readonly [CallProblem, ...CallProblem[]];

export const problem = (code: string, message: string, { start, end }: TextRange): Problem => ({
  code: `console/${code}`,
  message,
  range: { start, end },
});

/** An unknown name, with the most similar known one, or the list of known ones. */
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
