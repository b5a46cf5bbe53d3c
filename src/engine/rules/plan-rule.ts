import { err, ok, type Result } from '../../base/result.ts';
import { extendLibrary, parse, plan, planSweep, specificationLibrary, type Expr, type Program } from '../cel/index.ts';
import type { Problem } from '../model/problem.ts';
import type { OpenSession } from '../open-text.ts';
import { hostFunctions } from './host-functions.ts';
import type { Rule } from './rule.ts';

/** A rule made ready to run, in the two ways there are: turn by turn, or once forward through a session. */
export interface PlannedRule {
  readonly expr: Expr;
  readonly program: Program;
  /** Null where the rule runs always. */
  readonly condition: Program | null;
  /** Folds over lists that only grow; each sweep needs one of its own. */
  forSweep(): Pick<Program, 'run'>;
}

/** The problem is the first thing that does not parse; what else is wrong shows when the rule runs. */
export function planRule({ history }: OpenSession, rule: Rule): Result<PlannedRule, Problem> {
  const { expr, problems } = parse(rule.expression);
  const [problem] = problems;
  if (problem !== undefined) return err(problem);
  const library = extendLibrary(specificationLibrary, hostFunctions(rule.hook, history));
  const condition = rule.condition === undefined ? null : parse(rule.condition);
  const [wrong] = condition?.problems ?? [];
  if (wrong !== undefined) return err({ ...wrong, message: `In its condition: ${wrong.message}` });
  return ok({
    expr,
    program: plan(expr, library),
    condition: condition === null ? null : plan(condition.expr, library),
    forSweep: () => planSweep(expr, library),
  });
}
