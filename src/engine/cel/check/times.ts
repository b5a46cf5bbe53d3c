import type { Expr } from '../ast.ts';
import { shown, wrapped } from './convert.ts';
import type { Advice } from './convert.ts';
import { rewrite } from '../diagnostic.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { parseDuration, parseTimestamp } from '../evaluate/time.ts';
import { pathOf } from './tree.ts';
import { alternatives, isScalar } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** A literal that means a duration, in CEL's notation: `"1h"`, `"30 minutes"`, `3600` for seconds. */
export function lengthOfTime(expr: Expr): string | undefined {
  if (expr.kind !== 'literal') return undefined;
  if (typeof expr.value === 'number') return `duration("${expr.value}s")`;
  const text = typeof expr.value === 'string' ? asDuration(expr.value) : undefined;
  return text === undefined ? undefined : `duration(${JSON.stringify(text)})`;
}

const units: readonly (readonly [words: RegExp, unit: string, times: number])[] = [
  [/^(ms|milliseconds?)$/i, 'ms', 1],
  [/^(s|secs?|seconds?)$/i, 's', 1],
  [/^(m|mins?|minutes?)$/i, 'm', 1],
  [/^(h|hrs?|hours?)$/i, 'h', 1],
  [/^(d|days?)$/i, 'h', 24],
  [/^(w|weeks?)$/i, 'h', 168],
];

/** `30 minutes` as `30m`, `2 days` as `48h`; undefined for any other text. */
export function asDuration(text: string): string | undefined {
  if (!/\d/.test(text)) return undefined;
  if (!(parseDuration(text) instanceof CelError)) return text;
  const match = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(text);
  const [, count = '', word = ''] = match ?? [];
  const found = units.find(([words]) => words.test(word));
  return match === null || found === undefined ? undefined : `${Number(count) * found[2]}${found[1]}`;
}

/** True for a text whose name or values show that it is a time. */
export function looksLikeTime(expr: Expr, type: Type | undefined): boolean {
  const name = pathOf(expr)?.at(-1);
  if (typeof name === 'string' && /^now$|(_at|At|[tT]ime|[tT]imestamp|[dD]ate)$/.test(name)) return true;
  const strings = (type === undefined ? [] : alternatives(type)).find(
    (one) => one.kind === 'scalar' && one.name === 'string',
  );
  const seen = strings?.kind === 'scalar' ? (strings.seen ?? []) : [];
  return (
    seen.length > 0 && seen.every((value) => typeof value === 'string' && !(parseTimestamp(value) instanceof CelError))
  );
}

/**
 * Recordings hold times as texts. A time is meant where something is subtracted from a text or a text from something,
 * and where a duration is added to a text.
 */
export function asMoment(sign: '+' | '-', operands: readonly Expr[], types: readonly Type[]): Advice | undefined {
  const [left, right] = operands;
  const [leftType, rightType] = types;
  if (left === undefined || right === undefined || leftType === undefined || rightType === undefined) return undefined;
  const [isLeft, isRight] = [isTextual(left, leftType), isTextual(right, rightType)];
  if (isLeft && isRight) return sign === '-' ? bothMoments(left, right) : undefined;
  if (!isLeft && !isRight) return isScalar(leftType, 'timestamp') ? movedBy(right) : undefined;
  const [moment, momentType, other, otherType] = isLeft
    ? [left, leftType, right, rightType]
    : [right, rightType, left, leftType];
  const wrap = wrapped(moment, 'timestamp');
  const text = `\`timestamp(${shown(moment)})\``;
  const length = looksLikeTime(moment, momentType) ? lengthOfTime(other) : undefined;
  if (length !== undefined) {
    const edits = [...wrap.edits, { ...other.range, text: length }].toSorted((one, next) => one.start - next.start);
    const fix = { title: `Write ${text} and \`${length}\``, edits };
    return { operand: moment, text: `if it is a time, write ${text} and \`${length}\`.`, fix };
  }
  const isTime = isScalar(otherType, 'duration') || isScalar(otherType, 'timestamp');
  if (!isTime && sign === '+') return undefined;
  return { operand: moment, text: `if it is a time, write ${text}.`, fix: wrap };
}

/** A timestamp is moved by a duration: `"1h"` is meant as one. */
function movedBy(length: Expr): Advice | undefined {
  const text = length.kind === 'literal' && typeof length.value !== 'boolean' ? lengthOfTime(length) : undefined;
  return text === undefined
    ? undefined
    : { operand: length, text: `write \`${text}\`.`, fix: rewrite(length.range, text) };
}

const isTextual = (expr: Expr, type: Type): boolean => expr.kind !== 'literal' && isScalar(type, 'string');

function bothMoments(left: Expr, right: Expr): Advice {
  const text = `timestamp(${shown(left)}) - timestamp(${shown(right)})`;
  const edits = [...wrapped(left, 'timestamp').edits, ...wrapped(right, 'timestamp').edits];
  return { operand: left, text: `if they are times, write \`${text}\`.`, fix: { title: `Write \`${text}\``, edits } };
}
