import { textOf } from '../../cel/fixes/splice.ts';
import { walk, type Expr } from '../../cel/index.ts';
import type { Rewriting } from './rewriting.ts';

/** `a || b`, `a && b`: some engines evaluate both sides, and fail where one of them does. */
export const conditionalLogic: Rewriting = {
  title: 'evaluates the right side of && and || only where it counts',
  at(node, text) {
    if (node.kind !== 'logic') return null;
    const parts = node.operands.map((operand) => conditionTextOf(text, operand));
    const last = parts.at(-1) ?? '';
    return parts
      .slice(0, -1)
      .reduceRight(
        (rest, part) => (node.operator === '&&' ? `(${part} ? ${rest} : false)` : `(${part} ? true : ${rest})`),
        last,
      );
  },
};

/** Every operator binds closer than the condition does. */
const conditionTextOf = (text: string, expr: Expr): string =>
  expr.kind === 'conditional' ? `(${textOf(text, expr)})` : textOf(text, expr);

/** `a.b > 1` becomes `has(a.b) && a.b > 1`. */
export const guardedClauses: Rewriting = {
  title: 'tests whether a place is there before it reads it',
  at(node, text, parent) {
    if (!isClause(node, parent) || !isComparison(node)) return null;
    const around = parent === null ? '' : textOf(text, parent);
    const guards = placesIn(text, node).filter((guard) => !around.includes(guard));
    if (guards.length === 0) return null;
    return `(${[...guards, textOf(text, node)].join(' && ')})`;
  },
};

const isClause = (node: Expr, parent: Expr | null): boolean =>
  node.kind !== 'logic' &&
  (parent === null || parent.kind === 'logic' || (parent.kind === 'macro' && parent.target !== node));

const isComparison = (node: Expr): boolean =>
  node.kind === 'call' && /^(_(<|<=|>|>=|==|!=)_|@in)$/.test(node.name.text);

const mostGuards = 3;

/** `has(…)` for the last field of each path in a part, outside macros. */
function placesIn(text: string, part: Expr): readonly string[] {
  const found = new Set<string>();
  for (const { expr, parent } of walk(part)) {
    if (expr.kind === 'macro') return [];
    if (expr.kind !== 'select' || expr.optional || parent?.kind === 'select' || parent?.kind === 'index') continue;
    found.add(`has(${textOf(text, expr)})`);
  }
  return found.size > mostGuards ? [] : [...found];
}
