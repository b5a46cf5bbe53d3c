import type { Problem } from '../../engine/model/problem.ts';
import { diagnose, syntaxProblems, type Diagnostic } from '../../engine/cel/check/index.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { ruleLanguage } from '../../engine/rules/rule-language.ts';
import type { Rule } from '../protocol.ts';

export const diagnosticsOf = (session: OpenSession, rule: Rule, decisions: Decisions): readonly Diagnostic[] =>
  diagnose(rule.expression, ruleLanguage(session, rule, decisions));

/** The reason why an expression does not parse, in the words of its diagnostics. */
export const withAdvice = (problem: Problem, expression: string): Problem => syntaxProblems(expression)[0] ?? problem;
