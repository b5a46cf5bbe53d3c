import { double, int, type Value } from '../../model/value.ts';
import { decodeBytes, decodeString } from '../../readers/python/strings.ts';
import { Cursor } from './cursor.ts';
import type { Argument, Expression, Operator } from './nodes.ts';
import { refusedDefinition } from './refused.ts';
import { templateParts } from './tokens.ts';

const nothing = (at: number): Expression => ({ kind: 'literal', value: null, start: at, end: at });

/** Reads the longest expression at this place. */
export function readExpression(cursor: Cursor): Expression {
  refusedDefinition(cursor);
  return cursor.deeper(() => choice(cursor));
}

/** The condition of an `if`: no conditional expression, because another `if` may follow it. */
export function readTest(cursor: Cursor): Expression {
  refusedDefinition(cursor);
  return cursor.deeper(() => binary(cursor, 0));
}

function choice(cursor: Cursor): Expression {
  const first = binary(cursor, 0);
  if (cursor.take('if')) {
    const test = binary(cursor, 0);
    if (!cursor.take('else')) cursor.unexpected('“else”');
    return spanned({ kind: 'choice', test, yes: first, no: readExpression(cursor), js: false }, first, cursor);
  }
  if (!cursor.take('?')) return first;
  const yes = readExpression(cursor);
  if (!cursor.take(':')) cursor.unexpected('“:”');
  return spanned({ kind: 'choice', test: first, yes, no: readExpression(cursor), js: true }, first, cursor);
}

type Kind = Expression extends infer E ? (E extends Expression ? Omit<E, 'start' | 'end'> : never) : never;

/** From the `start` of the first part to the end of the text read so far. */
const spanned = (kind: Kind, { start }: { readonly start: number }, cursor: Cursor): Expression => ({
  ...kind,
  start,
  end: Math.max(start, cursor.last),
});

/** From the lowest to the highest precedence; in JavaScript's and Python's spelling. */
const levels: readonly { readonly [text: string]: Operator }[] = [
  { or: 'or', '||': 'or', '??': '??' },
  { and: 'and', '&&': 'and' },
  {
    '==': '==',
    '===': '==',
    '!=': '!=',
    '!==': '!=',
    '<': '<',
    '<=': '<=',
    '>': '>',
    '>=': '>=',
    in: 'in',
    is: 'is',
    not: 'not in',
  },
  { '+': '+', '-': '-' },
  { '*': '*', '/': '/', '%': '%' },
];

/** In JavaScript an expression continues on the next line with these. */
const mayLead = ['||', '&&', '??'];

function binary(cursor: Cursor, level: number): Expression {
  const operators = levels[level];
  if (operators === undefined) return unary(cursor);
  // `not x` has a lower precedence than a comparison.
  let left = level === 2 && cursor.isNext('not') ? negation(cursor) : binary(cursor, level + 1);
  for (let links = 0; ; links++) {
    cursor.link(links);
    const { text } = cursor.token;
    const operator = Object.hasOwn(operators, text) ? operators[text] : undefined;
    if (operator === undefined || !(cursor.is(text) || (mayLead.includes(text) && cursor.isNext(text)))) return left;
    cursor.next();
    if (text === 'not' && !cursor.take('in')) cursor.unexpected('“in”');
    const isNot = text === 'is' && cursor.take('not');
    const right = binary(cursor, level + 1);
    const kind = { kind: 'binary', operator: isNot ? 'is not' : operator, left, right, js: isScript(text) } as const;
    left = spanned(kind, left, cursor);
  }
}

const isScript = (text: string): boolean => ['||', '&&', '??', '===', '!=='].includes(text);

function negation(cursor: Cursor): Expression {
  const token = cursor.next();
  const of = cursor.deeper(() => binary(cursor, 2));
  return spanned({ kind: 'unary', operator: 'not', of, js: false }, token, cursor);
}

function unary(cursor: Cursor): Expression {
  const { token } = cursor;
  if (cursor.isNext('await', 'new', 'void')) {
    cursor.next();
    return cursor.deeper(() => unary(cursor));
  }
  if (cursor.isNext('!', '-', '+')) {
    const operator = cursor.next().text;
    const of = cursor.deeper(() => unary(cursor));
    return spanned(
      { kind: 'unary', operator: operator === '!' ? 'not' : operator === '-' ? '-' : '+', of, js: operator === '!' },
      token,
      cursor,
    );
  }
  return postfix(cursor, primary(cursor));
}

function postfix(cursor: Cursor, begun: Expression): Expression {
  let of = begun;
  for (let links = 0; ; links++) {
    cursor.link(links);
    const { token } = cursor;
    // A chain may continue on the next line.
    if (cursor.isNext('.', '?.') && (!token.isFirst || cursor.ahead(1).kind === 'name')) {
      const isMaybe = cursor.next().text === '?.';
      if (isMaybe && cursor.isNext('[', '(')) continue;
      const { kind, text } = cursor.token;
      if (kind !== 'name') cursor.unexpected('a name');
      cursor.next();
      of = spanned({ kind: 'property', of, name: text, isMaybe }, of, cursor);
    } else if (cursor.is('[')) of = indexed(cursor, of);
    else if (cursor.is('(')) {
      const args = cursor.inBrackets(')', () => readArguments(cursor));
      of = spanned({ kind: 'call', of, args }, of, cursor);
    } else if (cursor.is('<') && typeArguments(cursor)) continue;
    else if (cursor.is('!') && !/^[=\w"'`([{]/.test(cursor.text.slice(token.end, token.end + 1))) cursor.next();
    else if (cursor.is('as')) {
      cursor.next();
      skipType(cursor);
    } else return of;
  }
}

/** `recv<boolean>(…)`: the part in angle brackets is for a type checker. */
function typeArguments(cursor: Cursor): boolean {
  const { token } = cursor;
  const found = /^<[\w\s.,|[\]{}:"'?]{0,200}>\(/.exec(cursor.text.slice(token.start, token.start + 220));
  if (found === null || cursor.text.charAt(token.start - 1) === ' ') return false;
  while (cursor.token.end <= token.start + found[0].length - 1 && cursor.token.kind !== 'end') cursor.next();
  return true;
}

/** Skips a type of TypeScript or Python, up to its end. */
export function skipType(cursor: Cursor): void {
  let depth = 0;
  for (;;) {
    const { token } = cursor;
    if (token.kind === 'end' || (token.isFirst && depth === 0 && cursor.brackets === 0)) return;
    const isEnd = token.kind === 'mark' && ['=', ';', ',', ')', ']', '}', ':'].includes(token.text);
    if (depth === 0 && isEnd) return;
    if (['[', '(', '{', '<'].includes(token.text)) depth += 1;
    if ([']', ')', '}', '>'].includes(token.text)) depth -= 1;
    cursor.next();
  }
}

function indexed(cursor: Cursor, of: Expression): Expression {
  const isEnd = cursor.ahead(1).text === '+' && cursor.ahead(2).text === ']';
  if (isEnd) {
    cursor.next();
    cursor.next();
    cursor.next();
    return spanned({ kind: 'end-of', of }, of, cursor);
  }
  const index = cursor.inBrackets(']', () => readExpression(cursor));
  return spanned({ kind: 'index', of, index }, of, cursor);
}

function readArguments(cursor: Cursor): readonly Argument[] {
  const given: Argument[] = [];
  while (!cursor.isNext(')', ']') && cursor.token.kind !== 'end') {
    given.push(argument(cursor));
    if (!cursor.take(',')) break;
  }
  return given;
}

function argument(cursor: Cursor): Argument {
  const { token } = cursor;
  elided(cursor);
  const isSpread = cursor.take('...', '*', '**');
  const isNamed = token.kind === 'name' && cursor.ahead(1).text === '=';
  if (isNamed) {
    cursor.next();
    cursor.next();
  }
  const value = readExpression(cursor);
  if (cursor.isNext('for', 'async')) refusedDefinition(cursor, true);
  return { name: isNamed ? token.text : null, value, isSpread, start: value.start, end: value.end };
}

function primary(cursor: Cursor): Expression {
  const { token } = cursor;
  switch (token.kind) {
    case 'number':
      cursor.next();
      return literal(numberOf(token.text), token);
    case 'string':
      return text(cursor);
    case 'template':
      return text(cursor);
    case 'name':
      cursor.next();
      return Object.hasOwn(words, token.text)
        ? literal(words[token.text] ?? null, token)
        : { kind: 'name', name: token.text, start: token.start, end: token.end };
    case 'mark':
      if (token.text === '(') return grouped(cursor);
      if (token.text === '[') {
        const items = cursor.inBrackets(']', () => readArguments(cursor));
        return spanned({ kind: 'list', items }, token, cursor);
      }
      if (token.text === '{') return map(cursor);
      elided(cursor);
  }
  cursor.unexpected('a value');
  return nothing(token.start);
}

/** `[...]` marks an omission in an example on a page; before a value, the dots spread it. */
function elided(cursor: Cursor): void {
  const { token } = cursor;
  const after = cursor.ahead(1);
  const isAlone = after.kind === 'end' || after.isFirst || [']', '}', ')', ','].includes(after.text);
  if (token.text !== '...' || !isAlone) return;
  cursor.fail('elided', '“...” marks values that were left out: write them there.', token);
}

const words: { readonly [word: string]: Value } = {
  None: null,
  True: true,
  False: false,
  null: null,
  true: true,
  false: false,
  undefined: null,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
};

const literal = (value: Value, { start, end }: { readonly start: number; readonly end: number }): Expression => ({
  kind: 'literal',
  value,
  start,
  end,
});

function numberOf(written: string): Value {
  const plain = written.replaceAll('_', '').replace(/n$/, '');
  return /^(?:0[xX].*|[0-9]+)$/.test(plain) ? int(BigInt(plain)) : double(Number(plain));
}

/** A pair of brackets around one value, or Python's tuple. */
function grouped(cursor: Cursor): Expression {
  const open = cursor.token;
  const items = cursor.inBrackets(')', () => readArguments(cursor));
  const [first, second] = items;
  const isTuple =
    second !== undefined || first === undefined || cursor.text.slice(first.end, cursor.last).includes(',');
  if (isTuple) return spanned({ kind: 'list', items }, open, cursor);
  return { ...first.value, start: open.start, end: Math.max(open.start, cursor.last) };
}

function map(cursor: Cursor): Expression {
  const open = cursor.token;
  const entries = cursor.inBrackets('}', () => {
    const found: (readonly [Expression | null, Expression])[] = [];
    while (!cursor.isNext('}') && cursor.token.kind !== 'end') {
      found.push(mapEntry(cursor));
      if (cursor.isNext('for', 'async')) refusedDefinition(cursor, true);
      if (!cursor.take(',')) break;
    }
    return found;
  });
  return spanned({ kind: 'map', entries }, open, cursor);
}

function mapEntry(cursor: Cursor): readonly [Expression | null, Expression] {
  const { token } = cursor;
  elided(cursor);
  if (cursor.take('...', '**')) return [null, readExpression(cursor)];
  if (token.kind === 'mark' && token.text === '[') {
    const key = cursor.inBrackets(']', () => readExpression(cursor));
    return [key, valueAfterColon(cursor)];
  }
  if (token.kind === 'name' && (cursor.ahead(1).text === ',' || cursor.ahead(1).text === '}')) {
    cursor.next();
    const name: Expression = { kind: 'name', name: token.text, start: token.start, end: token.end };
    return [literal(token.text, token), name];
  }
  if (token.kind === 'name' && cursor.ahead(1).text === ':') {
    cursor.next();
    return [literal(token.text, token), valueAfterColon(cursor)];
  }
  refusedDefinition(cursor);
  if (token.kind !== 'string') {
    cursor.fail('not-plain', 'Keys of an object are texts: put them in quotes.', token);
    return [null, nothing(token.start)];
  }
  return [text(cursor), valueAfterColon(cursor)];
}

function valueAfterColon(cursor: Cursor): Expression {
  if (!cursor.take(':')) cursor.unexpected('“:”');
  return readExpression(cursor);
}

/** A text in quotes, or several side by side, as Python joins them. */
function text(cursor: Cursor): Expression {
  const first = cursor.token;
  const parts: (string | Expression)[] = [];
  let js = false;
  let bytes: Value = null;
  for (let { token } = cursor; token.kind === 'string' || token.kind === 'template'; { token } = cursor) {
    if (token !== first && token.isFirst && cursor.brackets === 0) break;
    cursor.next();
    if (token.kind === 'template') {
      js ||= token.text.startsWith('`');
      parts.push(...filled(cursor, token));
    } else if (/^[rR]?[bB]/.test(token.text)) bytes = decodeBytes(cursor.text, [token], (body) => body);
    else parts.push(decodeString(cursor.text, token));
  }
  if (bytes !== null) return literal(bytes, { start: first.start, end: cursor.last });
  if (parts.every((part) => typeof part === 'string')) {
    return literal(parts.join(''), { start: first.start, end: cursor.last });
  }
  return spanned({ kind: 'template', parts, js }, first, cursor);
}

/** The pieces of a template, its expressions read where they are. */
function filled(cursor: Cursor, token: Cursor['token']): readonly (string | Expression)[] {
  const isScript = token.text.startsWith('`');
  const isRaw = /^[a-zA-Z]*[rR]/.test(token.text);
  const parts = templateParts(cursor.text, token);
  if (parts === null) {
    cursor.fail('unclosed', 'A brace in this text is not closed.', token);
    return [];
  }
  return parts.flatMap((part): readonly (string | Expression)[] => {
    const written = cursor.text.slice(part.start, part.end);
    if (!part.isExpression) {
      const decoded = isRaw ? written : decodeString(`\0${written}\0`, { start: 0, end: written.length + 2 });
      return [isScript ? decoded : decoded.replaceAll('{{', '{').replaceAll('}}', '}')];
    }
    // Python's `{x!r}` and `{x:.2f}` say how to print it; only the value is taken.
    const inner = new Cursor(cursor.text, { start: part.start, end: part.end }, cursor.depth);
    inner.brackets = 1;
    const value = readExpression(inner);
    if (inner.fault === null && inner.token.kind !== 'end' && (isScript || !inner.isNext('!', ':', '='))) {
      inner.unexpected('the end of the braces');
    }
    if (inner.fault !== null)
      cursor.fail(inner.fault.code.replace('console/', ''), inner.fault.message, inner.fault.range ?? part);
    return [value];
  });
}
