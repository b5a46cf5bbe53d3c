import { unreachable } from '../../base/unreachable.ts';
import type { Expr } from './ast.ts';

/** The sub-expressions of a node, in the order they are written. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
    case 'broken':
      return [];
    case 'select':
      return [expr.operand];
    case 'index':
      return [expr.operand, expr.index];
    case 'call':
    case 'macro':
      return expr.target === null ? expr.args : [expr.target, ...expr.args];
    case 'logic':
      return expr.operands;
    case 'conditional':
      return [expr.condition, expr.then, expr.otherwise];
    case 'list':
      return expr.elements.map((element) => element.value);
    case 'map':
      return expr.entries.flatMap((entry) => [entry.key, entry.value]);
    case 'struct':
      return expr.fields.map((field) => field.value);
    default:
      return unreachable(expr);
  }
}

/**
 * True for a node inside the expression of a policy’s variable: it has no text of its own. Any other node covers less of the text
 * than its parent.
 */
export const isWithinVariable = (expr: Expr, parent: Expr | null): boolean =>
  parent !== null && expr.range.start === parent.range.start && expr.range.end === parent.range.end;

/** Every node, parents before their children, in reading order. It uses no recursion, so depth does not matter. */
export function* walk(
  root: Expr,
): Generator<{ readonly expr: Expr; readonly parent: Expr | null; readonly depth: number }> {
  const waiting = [{ expr: root, parent: null as Expr | null, depth: 1 }]; // the root has no parent
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const { expr, depth } = next;
    const children = childrenOf(expr);
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined) waiting.push({ expr: child, parent: expr, depth: depth + 1 });
    }
  }
}
