import { Double, typeName, Uint } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { pathText } from './tree.ts';
import { rewrite } from '../diagnostic.ts';
import type { Fix } from '../diagnostic.ts';
import { isScalar } from '../types/types.ts';
import type { Type } from '../types/types.ts';

export interface Advice {
  readonly operand: Expr;
  readonly text: string;
  readonly fix: Fix;
}

/** Replaces `x` by `double(x)`. */
export function wrapped(operand: Expr, wrapper: string): Fix {
  const { start, end } = operand.range;
  return {
    title: `Write \`${wrapper}(${shown(operand)})\``,
    edits: [
      { start, end: start, text: `${wrapper}(` },
      { start: end, end, text: ')' },
    ],
  };
}

/** A conversion of one of two operands to the type of the other. */
export function conversion(operands: readonly Expr[], types: readonly Type[]): Advice | undefined {
  const [left, right] = operands;
  const [leftType, rightType] = types;
  if (left === undefined || right === undefined || leftType === undefined || rightType === undefined) return undefined;
  return (
    convert(right, rightType, leftType, true) ??
    convert(left, leftType, rightType, true) ??
    convert(left, leftType, rightType, false) ??
    convert(right, rightType, leftType, false)
  );
}

/** Prefers another spelling of a literal; otherwise wraps an operand in a lossless conversion. */
function convert(operand: Expr, from: Type, to: Type, literally: boolean): Advice | undefined {
  if (literally) {
    const text = operand.kind === 'literal' ? rewritten(operand, to) : undefined;
    return text === undefined ? undefined : { operand, text: `write \`${text}\`.`, fix: rewrite(operand.range, text) };
  }
  // A literal that cannot be spelled as the other type would not convert either.
  if (operand.kind === 'literal' && typeof operand.value === 'string') return undefined;
  const wrapper = wrappers.find(([source, target]) => isScalar(from, source) && isScalar(to, target))?.[2];
  if (wrapper === undefined) return undefined;
  return { operand, text: `write \`${wrapper}(${shown(operand)})\`.`, fix: wrapped(operand, wrapper) };
}

const wrappers = [
  ['int', 'double', 'double'],
  ['uint', 'double', 'double'],
  ['uint', 'int', 'int'],
  ['string', 'timestamp', 'timestamp'],
  ['string', 'duration', 'duration'],
  ['string', 'int', 'int'],
  ['string', 'double', 'double'],
  ['string', 'bytes', 'bytes'],
  ['bool', 'string', 'string'],
] as const;

function rewritten(operand: Expr & { readonly kind: 'literal' }, to: Type): string | undefined {
  const { value } = operand;
  if (typeof value === 'string') return rewrittenText(value, to);
  const type = typeName(value);
  if (type === 'int' && (typeof value === 'number' || typeof value === 'bigint'))
    return rewrittenInt(String(value), to);
  if (value instanceof Uint) return rewrittenInt(String(value.value), to);
  const number = value instanceof Double ? value.value : Number.NaN;
  return Number.isSafeInteger(number) && isScalar(to, 'int') ? String(number) : undefined;
}

function rewrittenInt(digits: string, to: Type): string | undefined {
  if (isScalar(to, 'double')) return `${digits}.0`;
  if (isScalar(to, 'uint')) return digits.startsWith('-') ? undefined : `${digits}u`;
  if (isScalar(to, 'int')) return digits;
  if (isScalar(to, 'duration')) return `duration("${digits}s")`;
  if (isScalar(to, 'timestamp')) return `timestamp(${digits})`;
  return isScalar(to, 'string') ? `"${digits}"` : undefined;
}

function rewrittenText(value: string, to: Type): string | undefined {
  if (isScalar(to, 'int')) return /^-?\d{1,15}$/.test(value) ? value : undefined;
  if (isScalar(to, 'bool')) return value === 'true' || value === 'false' ? value : undefined;
  if (value.length > 40) return undefined;
  // A text that is not a valid time is reported after the conversion, so the conversion is not advised.
  if (isScalar(to, 'timestamp')) return /^\d{4}-/.test(value) ? `timestamp(${JSON.stringify(value)})` : undefined;
  return isScalar(to, 'duration') && /^-?\d/.test(value) ? `duration(${JSON.stringify(value)})` : undefined;
}

/** The operand's text, where it is short. */
export const shown = (expr: Expr): string => pathText(expr) ?? literalText(expr) ?? '…';

function literalText(expr: Expr): string | undefined {
  if (expr.kind !== 'literal') return undefined;
  const { value } = expr;
  if (typeof value === 'string') return value.length > 40 ? undefined : JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
