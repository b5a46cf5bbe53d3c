import { parse } from '../parse/parse.ts';
import { syntaxProblems } from '../habits/habits.ts';
import type { Language } from '../declarations/language.ts';
import { checkWith } from './check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { withRemedies } from './remedies.ts';
import { dyn } from '../types/types.ts';
import { walk } from '../walk.ts';

/** All problems of a text as a rule. Syntax problems come first: while there are any, nothing else is checked. */
export function diagnose(text: string, language: Language): readonly Diagnostic[] {
  const problems = syntaxProblems(text);
  if (problems.length > 0) return problems;
  const { expr } = parse(text);
  const { diagnostics, types } = checkWith(expr, language);
  if (diagnostics.length === 0) return diagnostics;
  const nodes = Array.from(walk(expr), (one) => one.expr);
  return withRemedies(diagnostics, { text, nodes, typeOf: (one) => types[one.id] ?? dyn });
}
