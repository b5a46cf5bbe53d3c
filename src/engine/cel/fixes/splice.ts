import type { Expr } from '../ast.ts';
import type { TextRange } from '../../model/problem.ts';
import type { TreePlace } from './tree-place.ts';

/** The text with one range replaced. */
export const spliced = (text: string, { start, end }: TextRange, piece: string): string =>
  text.slice(0, start) + piece + text.slice(end);

export const textOf = (text: string, { range }: Expr): string => text.slice(range.start, range.end);

/** The text as an operand that can be followed by a dot: `a + b` gets parentheses. */
export function tightTextOf(text: string, expr: Expr): string {
  const isTight =
    expr.kind !== 'logic' &&
    expr.kind !== 'conditional' &&
    !(expr.kind === 'call' && /[^\w.]/.test(expr.name.text)) &&
    !(expr.kind === 'call' && expr.name.text === '@in');
  return isTight ? textOf(text, expr) : `(${textOf(text, expr)})`;
}

/** The rule with `guard && clause`, or `guard || clause`, in the place of the clause. */
export function guarded(text: string, clause: Expr, guard: string, operator: '&&' | '||', tree: TreePlace): string {
  const written = textOf(text, clause);
  const needsOwn = clause.kind === 'conditional' || (clause.kind === 'logic' && clause.operator !== operator);
  const made = `${guard} ${operator} ${needsOwn ? `(${written})` : written}`;
  const parent = tree.parentOf(clause);
  const isApart =
    parent === null || isParenthesised(text, clause) || (parent.kind === 'logic' && parent.operator === operator);
  const isAlone = isApart || parent.kind === 'macro' || parent.kind === 'conditional';
  return spliced(text, clause.range, isAlone ? made : `(${made})`);
}

const isParenthesised = (text: string, { range: { start, end } }: Expr): boolean =>
  text.slice(0, start).trimEnd().endsWith('(') && text.slice(end).trimStart().startsWith(')');
