import { parse } from '../parse/parse.ts';
import { syntaxProblems } from '../habits/habits.ts';
import type { Language } from '../declarations/language.ts';
import { check } from './check.ts';
import type { Diagnostic } from './diagnostic.ts';

/** All that is wrong with a text as a rule. One that does not parse is told so; what else may be wrong waits until it does. */
export function diagnose(text: string, language: Language): readonly Diagnostic[] {
  const problems = syntaxProblems(text);
  return problems.length > 0 ? problems : check(parse(text).expr, language);
}
