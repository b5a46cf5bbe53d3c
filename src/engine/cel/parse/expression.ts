/* oxlint-disable unicorn/no-thenable -- `then` is the middle part of a conditional node; nothing here is awaited */
import type { TextRange } from '../../model/problem.ts';
import type { Expr } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseMember } from './member.ts';
import { broken, operatorCall, unnumbered } from './parsing.ts';
import type { Parsing } from './parsing.ts';

/**
 * `condition ? then : otherwise`, or an operator expression. Chains of conditionals may be long, so a loop reads them.
 */
export function parseExpression(parsing: Parsing): Expr {
  const { cursor } = parsing;
  const rungs: { readonly start: number; readonly condition: Expr; readonly then: Expr }[] = [];
  let start = cursor.start;
  let expr = parseBinary(parsing, 1);
  while (cursor.take('?')) {
    rungs.push({ start, condition: expr, then: parseThen(parsing) });
    start = cursor.start;
    if (cursor.take(':')) {
      start = cursor.start;
      expr = parseBinary(parsing, 1);
    } else {
      cursor.reportHere(
        cursor.token.kind === 'end' || cursor.token.kind === 'punct'
          ? 'The conditional needs `: …` here, the value for when its condition is false.'
          : `\`:\` or an operator is expected before ${cursor.found}: a conditional is written \`condition ? value : value\`.`,
      );
      expr = broken(parsing, cursor.end);
    }
  }
  for (const { start: from, condition, then } of rungs.toReversed()) {
    expr = { kind: 'conditional', id: unnumbered, range: cursor.rangeFrom(from), condition, then, otherwise: expr };
  }
  return expr;
}

function parseThen(parsing: Parsing): Expr {
  const { cursor } = parsing;
  const parenthesised = cursor.at('(');
  const then = parsing.expression();
  if (then.kind === 'conditional' && !parenthesised) {
    cursor.report(then.range, 'A conditional between `?` and `:` needs parentheses around it.');
  }
  return then;
}

const levels = new Map([
  ['||', 1],
  ['&&', 2],
  ...['<', '<=', '>', '>=', '==', '!=', 'in'].map((sign) => [sign, 3] as const),
  ['+', 4],
  ['-', 4],
  ['*', 5],
  ['/', 5],
  ['%', 5],
]);

/** Operators of other languages that authors write by habit. */
const habits = new Map([
  ['and', '&&'],
  ['AND', '&&'],
  ['or', '||'],
  ['OR', '||'],
]);

interface Operator {
  readonly sign: string;
  readonly level: number;
}

function operatorAt(cursor: Cursor): Operator | null {
  const { token } = cursor;
  if (token.kind !== 'punct' && token.kind !== 'ident') return null;
  const habit = token.kind === 'ident' ? habits.get(token.text) : undefined;
  if (habit !== undefined) cursor.reportHere(`CEL has no \`${token.text}\`; write \`${habit}\`.`);
  const sign = habit ?? token.text;
  const level = levels.get(sign);
  return level === undefined ? null : { sign, level };
}

/** Operators of `lowest` level and those that bind closer. */
function parseBinary(parsing: Parsing, lowest: number): Expr {
  const { cursor } = parsing;
  const start = cursor.start;
  let left = parseUnary(parsing);
  for (let found = operatorAt(cursor); found !== null && found.level >= lowest; found = operatorAt(cursor)) {
    const { sign, level } = found;
    const written = tokenRange(cursor);
    cursor.next();
    const right = parseBinary(parsing, level + 1);
    if (sign === '&&' || sign === '||') {
      const operands = [left, right, ...parseMoreOperands(parsing, found)];
      left = { kind: 'logic', id: unnumbered, range: cursor.rangeFrom(start), operator: sign, operands };
    } else {
      const name = sign === 'in' ? '@in' : `_${sign}_`;
      left = operatorCall(name, written, cursor.rangeFrom(start), [left, right]);
    }
  }
  return left;
}

function parseMoreOperands(parsing: Parsing, { sign, level }: Operator): readonly Expr[] {
  const operands: Expr[] = [];
  while (operatorAt(parsing.cursor)?.sign === sign) {
    parsing.cursor.next();
    operands.push(parseBinary(parsing, level + 1));
  }
  return operands;
}

/** A loop reads the signs, because `!!!!…` may be long. The minus before a number belongs to the number. */
function parseUnary(parsing: Parsing): Expr {
  const { cursor } = parsing;
  const signs: { readonly name: string; readonly written: TextRange }[] = [];
  for (let name = signAt(cursor); name !== null; name = signAt(cursor)) {
    signs.push({ name, written: tokenRange(cursor) });
    cursor.next();
  }
  let expr = parseMember(parsing);
  for (const { name, written } of signs.toReversed()) {
    expr = operatorCall(name, written, cursor.rangeFrom(written.start), [expr]);
  }
  return expr;
}

function signAt(cursor: Cursor): string | null {
  const next = cursor.ahead(1).kind;
  if (cursor.at('!')) return '!_';
  if (cursor.at('-')) return next === 'int' || next === 'double' ? null : '-_';
  if (cursor.at('not') && next === 'ident') {
    cursor.reportHere('CEL has no `not`; write `!`.');
    return '!_';
  }
  return null;
}

const tokenRange = ({ token }: Cursor): TextRange => ({ start: token.start, end: token.end });
