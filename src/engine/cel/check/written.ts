import type { Call, Expr } from '../ast.ts';
import type { Type } from '../types/types.ts';

/** A checked expression with its text, for messages and fixes that need both. */
export interface Written {
  readonly text: string;
  readonly nodes: readonly Expr[];
  readonly typeOf: (expr: Expr) => Type;
}

/** The text before the dot of a call, brackets included. */
export function receiverText({ range, name }: Call, text: string): string {
  const before = text.slice(range.start, name.range.start).trimEnd();
  return (before.endsWith('.') ? before.slice(0, -1) : before).trimEnd();
}

/** An argument's text, with parentheses if it could not precede a dot. */
export function grouped(expr: Expr, text: string): string {
  const written = text.slice(expr.range.start, expr.range.end);
  const isOperator =
    (expr.kind === 'call' && expr.target === null && !/^\w/.test(expr.name.text)) || nameOf(expr).startsWith('_');
  return isOperator || expr.kind === 'logic' || expr.kind === 'conditional' ? `(${written})` : written;
}

const nameOf = (expr: Expr): string => (expr.kind === 'call' ? expr.name.text : '');
