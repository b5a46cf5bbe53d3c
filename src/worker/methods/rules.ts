import { err, ok } from '../../base/result.ts';
import { check, parse, type Diagnostic } from '../../engine/cel/index.ts';
import type { Expr } from '../../engine/cel/index.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import { ruleLanguage } from '../../engine/rules/rule-language.ts';
import { find, sweep } from '../../engine/rules/sweep.ts';
import { why } from '../../engine/rules/why.ts';
import type { OpenSession } from '../../engine/open-text.ts';
import type { Rule } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type Bench } from './bench.ts';

/** Everything about a rule: what is wrong with it, its verdicts, and why. */
export function ruleMethods(
  bench: Bench,
): Pick<Methods, 'check' | 'sweep' | 'explain' | 'find'> {
  return {
    check: asked(bench, (session, { rule, decisions }) => ok(diagnosticsOf(session, rule, decisions))),
    sweep: asked(bench, async (session, { rule, decisions }, pace) => {
      const begin = pace.now();
      const { codes, counts, problem } = await sweep(session, rule, decisions, pace);
      return ok({ codes, counts, problem, tookMs: pace.now() - begin });
    }),
    explain: asked(bench, (session, { rule, turn, decisions }) => why(session, rule, turn, decisions)),
    find: asked(bench, async (session, { expression, decisions }, pace) => {
      const { matches, counts, firstError, problem } = await find(session, expression, decisions, pace);
      return problem === null ? ok({ turns: matches, errors: counts.error, firstError }) : err(problem);
    }),
  };
}

/** A text that does not parse is said to be so; what else may be wrong with it is left until it does. */
function diagnosticsOf(session: OpenSession, rule: Rule, decisions: Decisions): readonly Diagnostic[] {
  const { expr, problems } = parse(rule.expression);
  if (problems.length > 0)
    return problems.map((problem) => ({ ...problem, severity: 'error', range: rangeIn(problem.range, expr) }));
  return check(expr, ruleLanguage(session, rule, decisions));
}

const rangeIn = (range: Diagnostic['range'] | undefined, expr: Expr) => range ?? expr.range;
