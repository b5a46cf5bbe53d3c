import { check, parse, type Diagnostic, type Expr } from '../../engine/cel/index.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { OpenSession } from '../../engine/open-text.ts';
import { ruleLanguage } from '../../engine/rules/rule-language.ts';
import type { Rule } from '../protocol.ts';

/** A text that does not parse is said to be so; what else may be wrong with it is left until it does. */
export function diagnosticsOf(session: OpenSession, rule: Rule, decisions: Decisions): readonly Diagnostic[] {
  const { expr, problems } = parse(rule.expression);
  if (problems.length > 0)
    return problems.map((problem) => ({ ...problem, severity: 'error', range: rangeIn(problem.range, expr) }));
  return check(expr, ruleLanguage(session, rule, decisions));
}

const rangeIn = (range: Diagnostic['range'] | undefined, expr: Expr) => range ?? expr.range;
