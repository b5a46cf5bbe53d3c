import type { Expr } from '../ast.ts';

/**
 * How closely a kind of expression binds, loosest first: an expression that binds less closely than its place requires
 * needs parentheses.
 */
export const level = { conditional: 0, or: 1, and: 2, relation: 3, sum: 4, product: 5, unary: 6, member: 7 } as const;

const ofOperator: ReadonlyMap<string, number> = new Map([
  ...['_<_', '_<=_', '_>_', '_>=_', '_==_', '_!=_', '@in'].map((name) => [name, level.relation] as const),
  ['_+_', level.sum],
  ['_-_', level.sum],
  ['_*_', level.product],
  ['_/_', level.product],
  ['_%_', level.product],
  ['!_', level.unary],
  ['-_', level.unary],
]);

export function levelOf(expr: Expr): number {
  if (expr.kind === 'conditional') return level.conditional;
  if (expr.kind === 'logic') return expr.operator === '||' ? level.or : level.and;
  if (expr.kind !== 'call' || expr.target !== null) return level.member;
  return ofOperator.get(expr.name.text) ?? level.member;
}
