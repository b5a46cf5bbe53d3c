import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { Cursor } from './cursor.ts';
import { readExpression, readTest, skipType } from './expressions.ts';
import type { Expression, Statement } from './nodes.ts';
import { problem } from './problems.ts';
import { refuse } from './refused.ts';
import type { Token } from './tokens.ts';

/** More than a person types or pastes here; a larger text is opened as a file. */
const longest = 1_000_000;

/** All statements of a text, in Python's or JavaScript's syntax; none is performed yet. */
export function readStatements(text: string): Result<readonly Statement[], Problem> {
  if (text.length > longest) {
    return err(
      problem('too-long', 'This line is too long for a console. Load it as a script.', { start: 0, end: longest }),
    );
  }
  const cursor = new Cursor(text);
  const statements = sequence(cursor, () => false);
  return cursor.fault === null ? ok(statements) : err(cursor.fault);
}

/** Statements up to the end, or to a token that ends them. */
function sequence(cursor: Cursor, isEnd: (token: Token) => boolean): readonly Statement[] {
  const statements: Statement[] = [];
  while (cursor.token.kind !== 'end' && !isEnd(cursor.token)) {
    if (cursor.isNext(';')) cursor.next();
    else {
      statements.push(cursor.deeper(() => statement(cursor)));
      const { token } = cursor;
      const isOver = token.kind === 'end' || token.isFirst || cursor.isNext(';', '}') || isEnd(token);
      if (!isOver) afterStatement(cursor, token);
    }
  }
  return statements;
}

function afterStatement(cursor: Cursor, token: Token): void {
  if (token.kind === 'open') return cursor.unexpected('the end of the line');
  const rest = { start: token.start, end: cursor.text.length };
  const isAssigned = token.kind === 'mark' && /^(?:[-+*/]|\*\*|\?\?|\|\||&&|:)=$/.test(token.text);
  if (isAssigned) cursor.fail('not-here', `“${token.text}” is not known here: write the new value after “=”.`, token);
  else cursor.fail('more-text', 'A new call begins here: write it on a line of its own.', rest);
}

function statement(cursor: Cursor): Statement {
  const { token } = cursor;
  const { start } = token;
  const read = token.kind === 'name' ? keywords[token.text] : undefined;
  const follows = cursor.ahead(1).text;
  // `type`, `match` and similar words are names as well: the next token decides.
  const isName = ['=', '.', '(', '['].includes(follows) && !always.has(token.text);
  if (Object.hasOwn(keywords, token.text) && read !== undefined && !isName) return read(cursor, token);
  if (token.kind === 'mark' && token.text === '@') {
    refuse(cursor, token, 'A playground defines no functions and classes', 'Paste the lines inside them instead.');
  }
  const first = readExpression(cursor);
  if (cursor.is(':') && first.kind === 'name') {
    cursor.next();
    skipType(cursor);
    if (!cursor.is('=')) return { kind: 'declaration', names: [first.name], start, end: cursor.last };
  }
  if (!cursor.is('=')) return { kind: 'expression', value: first, start, end: cursor.last };
  return assigned(cursor, first, start);
}

function assigned(cursor: Cursor, target: Expression, start: number): Statement {
  cursor.next();
  if (target.kind !== 'name' && target.kind !== 'property' && target.kind !== 'index' && target.kind !== 'end-of') {
    cursor.fail('no-target', 'Only a name, a property or an element can be given a value.', target);
  }
  const value = readExpression(cursor);
  return { kind: 'assignment', target, value, start, end: cursor.last };
}

/** Words that are never names. */
const always = new Set(['if', 'return', 'for', 'while', 'del', 'delete', 'switch', 'const', 'let', 'var']);

type Read = (cursor: Cursor, token: Token) => Statement;

const refused =
  (what: string, instead: string): Read =>
  (cursor, token) => {
    refuse(cursor, token, what, instead);
    return { kind: 'pass', start: token.start, end: token.end };
  };

const loop = refused('A playground runs no loops', 'Write the calls one by one.');
const definition = refused('A playground defines no functions', 'Paste the lines inside it instead.');
const attempt = refused(
  'A playground has no try and except',
  'Paste only the calls inside it. If a call is refused, its line shows the reason.',
);

const keywords: { readonly [word: string]: Read | undefined } = {
  for: loop,
  while: loop,
  do: loop,
  def: definition,
  function: definition,
  async: definition,
  class: refused('A playground defines no classes', 'Paste the calls alone.'),
  abstract: refused('A playground defines no classes', 'Paste the calls alone.'),
  try: attempt,
  except: attempt,
  finally: attempt,
  with: refused('A playground opens nothing', 'Paste the calls inside.'),
  switch: refused('A playground knows if, and no switch', 'Paste the calls alone.'),
  match: refused('A playground knows if, and no match', 'Paste the calls alone.'),
  raise: refused('A playground raises no errors', 'Paste the calls alone.'),
  throw: refused('A playground throws no errors', 'Paste the calls alone.'),
  yield: refused('A playground defines no generators', 'Paste the calls alone.'),
  if: condition,
  import: imported,
  from: imported,
  export(cursor) {
    cursor.next();
    return cursor.deeper(() => statement(cursor));
  },
  const: declared,
  let: declared,
  var: declared,
  declare: promised,
  interface: described,
  type: described,
  return: returned,
  del: deleted,
  delete: deleted,
  pass(cursor, { start }) {
    cursor.next();
    return { kind: 'pass', start, end: cursor.last };
  },
};

function condition(cursor: Cursor, token: Token): Statement {
  cursor.next();
  const isBracketed = cursor.isNext('(');
  const test = readTest(cursor);
  if (cursor.take(':')) return pythonBranches(cursor, token, test);
  if (!isBracketed) cursor.unexpected('“:”');
  const yes = scriptBlock(cursor);
  const no = cursor.isNext('else') && cursor.next().kind === 'name' ? scriptBlock(cursor) : [];
  return { kind: 'if', test, js: true, yes, no, start: token.start, end: cursor.last };
}

/** Braces, or one statement alone. */
function scriptBlock(cursor: Cursor): readonly Statement[] {
  if (!cursor.isNext('{')) {
    if (cursor.token.kind === 'end') cursor.unexpected('a statement');
    return [cursor.deeper(() => statement(cursor))];
  }
  const open = cursor.next();
  const { brackets } = cursor;
  cursor.brackets = 0;
  const inner = sequence(cursor, ({ kind, text }) => kind === 'mark' && text === '}');
  if (!cursor.isNext('}')) cursor.failAtClose(open, '}');
  cursor.brackets = brackets;
  cursor.next();
  return inner;
}

function pythonBranches(cursor: Cursor, token: Token, test: Expression): Statement {
  const yes = pythonBlock(cursor, token);
  const next = cursor.token;
  const isBranch = cursor.isNext('else', 'elif') && next.isFirst && next.indent === token.indent;
  let no: readonly Statement[] = [];
  if (isBranch && cursor.next().text === 'elif') {
    const other = readTest(cursor);
    if (!cursor.take(':')) cursor.unexpected('“:”');
    no = [cursor.deeper(() => pythonBranches(cursor, next, other))];
  } else if (isBranch) {
    if (!cursor.take(':')) cursor.unexpected('“:”');
    no = pythonBlock(cursor, token);
  }
  return { kind: 'if', test, js: false, yes, no, start: token.start, end: cursor.last };
}

/** The statement after the colon on its line, or the lines below that are indented further. */
function pythonBlock(cursor: Cursor, { indent }: Token): readonly Statement[] {
  const { token } = cursor;
  if (token.kind === 'end') cursor.unexpected('an indented statement');
  if (!token.isFirst) {
    const inner: Statement[] = [];
    while (cursor.token.kind !== 'end' && !cursor.token.isFirst) {
      if (cursor.isNext(';')) cursor.next();
      else inner.push(cursor.deeper(() => statement(cursor)));
    }
    return inner;
  }
  if (token.kind !== 'end' && token.indent <= indent && cursor.isFlat) return flatBlock(cursor);
  if (token.indent <= indent) {
    cursor.fail('indent', 'The lines below a colon are indented further than the one above.', token);
  }
  return sequence(cursor, (next) => next.isFirst && next.indent <= indent);
}

/** Unindented lines below a colon: up to a return, another branch, or a separated line. */
function flatBlock(cursor: Cursor): readonly Statement[] {
  const inner: Statement[] = [];
  do {
    inner.push(cursor.deeper(() => statement(cursor)));
    if (inner.at(-1)?.kind === 'return') break;
  } while (cursor.token.kind !== 'end' && !cursor.isNext('else', 'elif') && !cursor.token.isApart);
  return inner;
}

/** `import { channel } from '@noetic/core'`, `from langchain_adk import Context`, `import json`. */
function imported(cursor: Cursor, token: Token): Statement {
  const words: Token[] = [];
  cursor.next();
  while (cursor.token.kind !== 'end' && !cursor.isNext(';')) {
    if (cursor.token.isFirst && cursor.brackets === 0) break;
    if (cursor.isNext('{', '(')) cursor.brackets += 1;
    if (cursor.isNext('}', ')')) cursor.brackets -= 1;
    words.push(cursor.next());
  }
  cursor.brackets = 0;
  const quoted = words.find(({ kind }) => kind === 'string');
  const dotted = words
    .slice(
      0,
      Math.max(
        0,
        words.findIndex(({ text }) => text === 'import'),
      ),
    )
    .map(({ text }) => text);
  const module = quoted?.text.slice(1, -1) ?? (token.text === 'from' ? dotted.join('') : (words[0]?.text ?? ''));
  const names = words.flatMap(({ kind, text }) => (kind === 'name' && !modifiers.has(text) ? [text] : []));
  return { kind: 'import', module, names, start: token.start, end: cursor.last };
}

const modifiers = new Set(['import', 'from', 'as', 'type']);

/** `const x: T = …` */
function declared(cursor: Cursor, { start }: Token): Statement {
  cursor.next();
  const { token } = cursor;
  if (token.kind !== 'name') cursor.unexpected('a name');
  cursor.next();
  const target: Expression = { kind: 'name', name: token.text, start: token.start, end: token.end };
  if (cursor.take(':')) skipType(cursor);
  if (!cursor.is('=')) return { kind: 'declaration', names: [token.text], start, end: cursor.last };
  return assigned(cursor, target, start);
}

/** `declare const ctx: Context;` declares a name without a value. */
function promised(cursor: Cursor, { start }: Token): Statement {
  cursor.next();
  const names: string[] = [];
  if (cursor.isNext('const', 'let', 'var', 'function', 'class')) {
    cursor.next();
    if (cursor.token.kind === 'name') names.push(cursor.token.text);
  }
  skipDeclaration(cursor);
  return { kind: 'declaration', names, start, end: cursor.last };
}

/** `interface A { … }`, `type B = …;`: for a type checker. */
function described(cursor: Cursor, { start, text }: Token): Statement {
  cursor.next();
  if (text === 'type') skipDeclaration(cursor);
  else {
    while (cursor.token.kind !== 'end' && !cursor.isNext('{')) cursor.next();
    skipBraces(cursor);
  }
  return { kind: 'declaration', names: [], start, end: cursor.last };
}

/** Up to a semicolon or the end of the line, past whatever is in brackets. */
function skipDeclaration(cursor: Cursor): void {
  while (cursor.token.kind !== 'end' && !cursor.isNext(';')) {
    if (cursor.token.isFirst) return;
    if (cursor.isNext('{')) skipBraces(cursor);
    else cursor.next();
  }
}

function skipBraces(cursor: Cursor): void {
  const open = cursor.token;
  let depth = 0;
  do {
    if (cursor.isNext('{')) depth += 1;
    if (cursor.isNext('}')) depth -= 1;
    cursor.next();
  } while (depth > 0 && cursor.token.kind !== 'end');
  if (depth > 0) cursor.failAtClose(open, '}');
}

function returned(cursor: Cursor, { start }: Token): Statement {
  cursor.next();
  const { token } = cursor;
  const isBare = token.kind === 'end' || token.isFirst || cursor.isNext(';', '}');
  const value = isBare ? null : readExpression(cursor);
  return { kind: 'return', value, start, end: cursor.last };
}

function deleted(cursor: Cursor, { start }: Token): Statement {
  cursor.next();
  const target = readExpression(cursor);
  return { kind: 'deletion', target, start, end: cursor.last };
}
