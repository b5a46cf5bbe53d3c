import type { Expr, Name } from '../ast.ts';
import { parseCall } from './call.ts';
import { parsePrimary } from './primary.ts';
import { broken, parseFieldName, unnumbered } from './parsing.ts';
import type { Parsing } from './parsing.ts';

/** A value and its selections: `.field`, `.?field`, `[index]`, `[?index]`, `.method(…)`, `{field: …}`. */
export function parseMember(parsing: Parsing): Expr {
  const { cursor } = parsing;
  const start = cursor.start;
  let expr = parsePrimary(parsing);
  for (;;) {
    if (cursor.take('.')) expr = parseSelection(parsing, start, expr);
    else if (cursor.take('[')) expr = parseIndex(parsing, start, expr);
    else if (cursor.at('{') && isTypeName(expr)) expr = parseStruct(parsing, start, expr);
    else return expr;
  }
}

function parseSelection(parsing: Parsing, start: number, operand: Expr): Expr {
  const { cursor } = parsing;
  const optional = cursor.take('?');
  const isPlain = cursor.token.kind === 'ident';
  const field = parseFieldName(parsing);
  if (isPlain && !optional && field.text !== '' && cursor.at('(')) return parseCall(parsing, start, operand, field);
  return { kind: 'select', id: unnumbered, range: cursor.rangeFrom(start), operand, field, optional };
}

function parseIndex(parsing: Parsing, start: number, operand: Expr): Expr {
  const { cursor } = parsing;
  const openedAt = cursor.end - 1;
  const optional = cursor.take('?');
  const found: Expr[] = [];
  cursor.items('[', false, () => {
    const value = parsing.expression();
    if (found.length > 0) cursor.report(value.range, 'An index is one value.');
    found.push(value);
  });
  const [index] = found;
  if (index === undefined) {
    cursor.report({ start: openedAt, end: openedAt + 1 }, 'An index or a key is missing in these brackets.');
  }
  const range = cursor.rangeFrom(start);
  return { kind: 'index', id: unnumbered, range, operand, index: index ?? broken(parsing, openedAt + 1), optional };
}

function parseStruct(parsing: Parsing, start: number, type: Expr): Expr {
  const { cursor } = parsing;
  const name = { text: typeName(type), range: type.range };
  cursor.next();
  const fields: { name: Name; value: Expr; optional: boolean }[] = [];
  cursor.items('{', true, () => {
    const optional = cursor.take('?');
    const field = parseFieldName(parsing);
    if (!cursor.take(':')) cursor.reportHere(`\`:\` is expected after the field's name, not ${cursor.found}.`);
    fields.push({ name: field, value: parsing.expression(), optional });
  });
  return { kind: 'struct', id: unnumbered, range: cursor.rangeFrom(start), type: name, fields };
}

/** Its text, without blanks and comments between its parts. */
function typeName(expr: Expr): string {
  const fields: string[] = [];
  let here = expr;
  for (; here.kind === 'select'; here = here.operand) fields.unshift(here.field.text);
  const root = here.kind === 'ident' ? `${here.absolute ? '.' : ''}${here.name}` : '';
  return [root, ...fields].join('.');
}

/** `Type` or `a.b.Type`: before a `{` it begins a message. */
function isTypeName(expr: Expr): boolean {
  let here = expr;
  while (here.kind === 'select' && !here.optional) here = here.operand;
  return here.kind === 'ident';
}
