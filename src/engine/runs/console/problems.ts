import { listed, nearest } from '../../cel/check/suggest.ts';
import type { Problem, TextRange } from '../../model/problem.ts';

export const problem = (code: string, message: string, range: TextRange): Problem => ({
  code: `console/${code}`,
  message,
  range,
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
