import { double, int } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { parseCall } from './call.ts';
import { broken, unnumbered } from './parsing.ts';
import type { Parsing } from './parsing.ts';
import type { NumberToken } from './token.ts';

const reserved: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

/**
 * A literal, a name, a call, or an expression in brackets. For anything else, a `broken` node without consuming a
 * token.
 */
export function parsePrimary(parsing: Parsing): Expr {
  const { cursor } = parsing;
  const { token } = cursor;
  const { start } = token;
  if (token.kind === 'literal') {
    cursor.next();
    return literal(parsing, start, token.value);
  }
  if (token.kind === 'int' || token.kind === 'double') return parseNumber(parsing, start, token, false);
  if (token.kind === 'ident') return parseWord(parsing);
  if (cursor.at('-')) {
    const digits = cursor.ahead(1);
    if (digits.kind === 'int' || digits.kind === 'double') {
      cursor.next();
      return parseNumber(parsing, start, digits, true);
    }
  }
  if (cursor.take('(')) return parseParenthesised(parsing);
  if (cursor.take('[')) return parseList(parsing, start);
  if (cursor.take('{')) return parseMap(parsing, start);
  if (cursor.at('.') && cursor.ahead(1).kind === 'ident') {
    cursor.next();
    return parseName(parsing, start, true);
  }
  return missing(parsing);
}

const literal = ({ cursor }: Parsing, start: number, value: Value): Expr => ({
  kind: 'literal',
  id: unnumbered,
  range: cursor.rangeFrom(start),
  value,
});

function parseNumber(parsing: Parsing, start: number, token: NumberToken, negative: boolean): Expr {
  const { cursor } = parsing;
  cursor.next();
  if (token.kind === 'double') {
    return literal(parsing, start, double(negative ? -token.magnitude : token.magnitude));
  }
  const value = negative ? -token.magnitude : token.magnitude;
  const fitting = BigInt.asIntN(64, value);
  if (value !== fitting) {
    const limit = negative ? 'the least is -9223372036854775808' : 'the largest is 9223372036854775807';
    cursor.report(cursor.rangeFrom(start), `This number does not fit into an int; ${limit}.`);
  }
  return literal(parsing, start, int(fitting));
}

function parseWord(parsing: Parsing): Expr {
  const { cursor } = parsing;
  const { text, start } = cursor.token;
  if (text === 'in') return missing(parsing);
  if (text === 'true' || text === 'false' || text === 'null') {
    cursor.next();
    return literal(parsing, start, text === 'null' ? null : text === 'true');
  }
  if (reserved.has(text)) {
    cursor.reportHere(`\`${text}\` is reserved in CEL and cannot name a variable; as a field, \`x.${text}\`, it can.`);
  }
  return parseName(parsing, start, false);
}

function parseName(parsing: Parsing, start: number, absolute: boolean): Expr {
  const { cursor } = parsing;
  const name = cursor.next();
  if (cursor.at('(')) {
    return parseCall(parsing, start, null, { text: name.text, range: { start: name.start, end: name.end } });
  }
  return { kind: 'ident', id: unnumbered, range: cursor.rangeFrom(start), name: name.text, absolute };
}

function parseParenthesised(parsing: Parsing): Expr {
  const { cursor } = parsing;
  const openedAt = cursor.end - 1;
  const found: Expr[] = [];
  cursor.items('(', false, () => {
    const value = parsing.expression();
    if (found.length > 0) cursor.report(value.range, 'Parentheses hold one value; a list is written in `[ ]`.');
    found.push(value);
  });
  const [expr] = found;
  if (expr !== undefined) return expr;
  cursor.report({ start: openedAt, end: openedAt + 1 }, 'A value is missing in these parentheses.');
  return broken(parsing, openedAt);
}

function parseList(parsing: Parsing, start: number): Expr {
  const { cursor } = parsing;
  const elements: { value: Expr; optional: boolean }[] = [];
  cursor.items('[', true, () => {
    const optional = cursor.take('?');
    elements.push({ value: parsing.expression(), optional });
  });
  return { kind: 'list', id: unnumbered, range: cursor.rangeFrom(start), elements };
}

function parseMap(parsing: Parsing, start: number): Expr {
  const { cursor } = parsing;
  const entries: { key: Expr; value: Expr; optional: boolean }[] = [];
  cursor.items('{', true, () => {
    const optional = cursor.take('?');
    const key = parsing.expression();
    if (!cursor.take(':')) cursor.reportHere(`\`:\` is expected between a key and its value, not ${cursor.found}.`);
    entries.push({ key, value: parsing.expression(), optional });
  });
  return { kind: 'map', id: unnumbered, range: cursor.rangeFrom(start), entries };
}

function missing(parsing: Parsing): Expr {
  const { cursor } = parsing;
  cursor.reportHere(`A value is expected here, not ${cursor.found}.`);
  return broken(parsing, cursor.end);
}
