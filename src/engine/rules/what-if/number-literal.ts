import { parse, walk, type Expr } from '../../cel/index.ts';
import type { TextRange } from '../../model/problem.ts';
import { Double, Uint } from '../../model/value.ts';
import type { Comparison, NumberLiteral, Operator } from './what-if.ts';

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const;

/** The numbers of a rule in reading order, without indices; none where the text does not parse. */
export function literalsOf(expression: string): readonly NumberLiteral[] {
  const { expr, problems } = parse(expression);
  if (problems.length > 0) return [];
  return [...literalsIn(expr, expression)].toSorted((a, b) => a.start - b.start);
}

function* literalsIn(root: Expr, expression: string): Generator<NumberLiteral> {
  const inMacro = new Set<Expr>();
  const inIndex = new Set<Expr>();
  for (const { expr, parent } of walk(root)) {
    // A macro may run once for each element, with another value each time.
    if (parent !== null && (parent.kind === 'macro' || inMacro.has(parent))) inMacro.add(expr);
    if (parent !== null && (inIndex.has(parent) || (parent.kind === 'index' && parent.index === expr)))
      inIndex.add(expr);
    const number = expr.kind === 'literal' ? numberOf(expr.value) : null;
    if (number === null) continue;
    const { start, end } = expr.range;
    const comparison = parent === null || inMacro.has(expr) ? null : comparisonOf(expr, parent);
    // `[0]` and `[size(x) - 1]` say which element is read: that is no limit which could be another.
    if (comparison === null && inIndex.has(expr)) continue;
    yield { start, end, text: expression.slice(start, end), ...number, comparison };
  }
}

/** Skips whole numbers that JavaScript cannot hold exactly. */
function numberOf(value: unknown): Pick<NumberLiteral, 'kind' | 'value'> | null {
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? 'int' : 'double', value };
  if (value instanceof Double) return { kind: 'double', value: value.value };
  if (value instanceof Uint && value.value <= Number.MAX_SAFE_INTEGER)
    return { kind: 'uint', value: Number(value.value) };
  return null;
}

function comparisonOf(literal: Expr, parent: Expr): Comparison | null {
  if (parent.kind !== 'call' || parent.target !== null) return null;
  const [left, right] = parent.args;
  const operator = operatorOf(parent.name.text);
  if (operator === null || left === undefined || right === undefined) return null;
  const [other, turned] = right === literal ? [left, operator] : [right, mirrored[operator]];
  return { start: parent.range.start, end: parent.range.end, operator: turned, other: other.range };
}

function operatorOf(name: string): Operator | null {
  switch (name) {
    case '_<_':
      return '<';
    case '_<=_':
      return '<=';
    case '_>_':
      return '>';
    case '_>=_':
      return '>=';
    case '_==_':
      return '==';
    case '_!=_':
      return '!=';
    default:
      return null;
  }
}

/** The expression with the literal replaced by another number of the same kind: a double stays one. */
export const withNumber = (expression: string, literal: NumberLiteral, value: number): string =>
  withText(expression, literal, numberText(literal, value));

export function numberText({ kind }: Pick<NumberLiteral, 'kind'>, value: number): string {
  switch (kind) {
    case 'int':
      return String(Math.round(value));
    case 'uint':
      return `${Math.max(0, Math.round(value))}u`;
    case 'double':
      return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(1) : String(value);
  }
}

export const withText = (expression: string, { start, end }: TextRange, text: string): string =>
  expression.slice(0, start) + text + expression.slice(end);
