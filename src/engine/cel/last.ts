import type { Expr } from './ast.ts';
import { walk } from './walk.ts';

/**
 * In the examples of the Common Agent Specification `list.last()` returns the element, in CEL an optional. Both must
 * work, so it returns an optional only if `.orValue(…)`, `.hasValue()`, `.?key` or the like follows. This function
 * finds those calls.
 */
export function lastsAsOptionals(root: Expr): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  for (const { expr } of walk(root)) {
    for (const part of wantedAsOptional(expr)) if (isLast(part)) found.add(part);
  }
  return found;
}

const isLast = (expr: Expr): boolean =>
  expr.kind === 'call' && expr.name.text === 'last' && expr.target !== null && expr.args.length === 0;

const ofOptionals: ReadonlySet<string> = new Set(['hasValue', 'value', 'or', 'orValue']);

function wantedAsOptional(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'call':
      if (expr.target === null || !ofOptionals.has(expr.name.text)) return [];
      return expr.name.text === 'or' ? [expr.target, ...expr.args] : [expr.target];
    case 'macro':
      return expr.target !== null && /^opt(Flat)?Map$/.test(expr.macro.text) ? [expr.target] : [];
    case 'select':
    case 'index':
      return expr.optional ? [expr.operand] : [];
    case 'list':
      return expr.elements.flatMap(({ value, optional }) => (optional ? [value] : []));
    case 'map':
      return expr.entries.flatMap(({ value, optional }) => (optional ? [value] : []));
    default:
      return [];
  }
}
