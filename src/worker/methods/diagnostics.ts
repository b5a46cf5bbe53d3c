import type { Problem } from '../../engine/model/problem.ts';
import { syntaxProblems } from '../../engine/cel/check/index.ts';

export { diagnosticsOf } from '../../engine/rules/diagnose-rule.ts';

/** The reason why an expression does not parse, in the words of its diagnostics. */
export const withAdvice = (problem: Problem, expression: string): Problem => syntaxProblems(expression)[0] ?? problem;
