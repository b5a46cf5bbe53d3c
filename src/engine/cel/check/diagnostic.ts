import type { Problem, TextRange } from '../../model/problem.ts';

/** What is wrong with an expression before it runs, at a place in it. */
export interface Diagnostic extends Problem {
  readonly severity: Severity;
  readonly range: TextRange;
}

export type Severity = 'error' | 'warning' | 'hint';

const diagnostic =
  (severity: Severity) =>
  (code: string, message: string, range: TextRange): Diagnostic => ({ code: `cel/${code}`, message, severity, range });

export const error = diagnostic('error');
export const warning = diagnostic('warning');
export const hint = diagnostic('hint');
