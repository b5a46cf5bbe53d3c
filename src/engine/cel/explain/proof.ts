import type { Expr, Logic, Macro } from '../ast.ts';
import { CelError, isObstacle } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import type { Trace } from '../evaluate/trace.ts';
import { childrenOf } from '../walk.ts';

/**
 * The shortest reason for a result: for a false `&&` the operand that made it false, for a macro the body's result for
 * the deciding element, and so on down to comparisons and calls. The deciding parts come first, the whole last.
 */
export function proofOf(root: Expr, trace: Trace): readonly number[] {
  const proof: number[] = [];
  // Collected from the whole to its parts, and reversed at the end.
  const waiting: Expr[] = [root];
  for (let expr = waiting.pop(); expr !== undefined; expr = waiting.pop()) {
    const deciders = decidersOf(expr, trace);
    if (expr === root || isReason(expr, deciders)) proof.push(expr.id);
    waiting.push(...deciders);
  }
  return proof.toReversed();
}

/** They only give a value a name. */
const binders: ReadonlySet<string> = new Set(['cel.bind', 'with']);

/** A macro shows which element decided; any other node with a decider only forwards the decider's result. */
function isReason(expr: Expr, deciders: readonly Expr[]): boolean {
  if (expr.kind === 'macro' && !binders.has(expr.macro.text)) return true;
  return deciders.length === 0 && expr.kind !== 'literal';
}

function decidersOf(expr: Expr, trace: Trace): readonly Expr[] {
  const result = trace.resultOf(expr.id);
  if (result === undefined) return [];
  switch (expr.kind) {
    case 'logic':
      return logicDeciders(expr, result, trace);
    case 'conditional': {
      const chosen = [expr.then, expr.otherwise].filter((branch) => trace.resultOf(branch.id) !== undefined);
      return [expr.condition, ...chosen];
    }
    case 'macro':
      return macroDeciders(expr, result, trace);
    case 'call':
      return expr.name.text === '!_' ? expr.args : culprits(expr, result, trace);
    default:
      return culprits(expr, result, trace);
  }
}

function logicDeciders({ operator, operands }: Logic, result: EvalResult, trace: Trace): readonly Expr[] {
  const settles = operator === '||';
  if (result === settles) return operands.filter((operand) => trace.resultOf(operand.id) === settles).slice(0, 1);
  if (result === !settles) return operands;
  const kind = result instanceof CelError;
  return operands.filter((operand) => isSameObstacle(trace.resultOf(operand.id), kind)).slice(0, 1);
}

const isSameObstacle = (result: EvalResult | undefined, isError: boolean): boolean =>
  result !== undefined && isObstacle(result) && result instanceof CelError === isError;

/**
 * The body counts where one element decided; where the macro went to its end, the elements themselves are the reason.
 */
function macroDeciders(expr: Macro, result: EvalResult, trace: Trace): readonly Expr[] {
  if (expr.macro.text === 'has') return [];
  const body = expr.args.at(-1);
  if (binders.has(expr.macro.text)) return body === undefined ? [] : [body];
  const decided = trace.macroOf(expr.id)?.elements.some(({ decides }) => decides) === true;
  if (decided && body !== undefined) return [body];
  return culprits(expr, result, trace);
}

/** Where a result failed or is unknown, the part where that began. */
function culprits(expr: Expr, result: EvalResult, trace: Trace): readonly Expr[] {
  if (!isObstacle(result)) return [];
  return childrenOf(expr)
    .filter((child) => isSameObstacle(trace.resultOf(child.id), result instanceof CelError))
    .slice(0, 1);
}
