import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem, TextRange } from '../../model/problem.ts';
import { double, Double, type Value } from '../../model/value.ts';
import { Cursor } from './cursor.ts';
import { readExpression } from './expressions.ts';
import type { Expression } from './nodes.ts';
import { problem } from './problems.ts';
import { readStatements } from './statements.ts';

/** The syntax of one call, before its names are looked up. */
export interface Written {
  readonly as: Name | null;
  /** Null when only the operation is named. */
  readonly object: Name | null;
  readonly operation: Name;
  readonly arguments: readonly WrittenArgument[];
  /** The whole call, without the name of its result. */
  readonly range: TextRange;
}

export interface Name extends TextRange {
  readonly text: string;
}

export interface WrittenArgument extends TextRange {
  /** Null for a positional one. */
  readonly name: string | null;
  /** A bare name, possibly of an earlier result. */
  readonly reference: string | null;
  readonly value: Value;
}

/** A line with one call to an operation and nothing to compute: `child = ctx.derive(agent_name="Child")`. */
export function readLine(text: string): Result<Written, Problem> {
  const read = readStatements(text);
  if (!read.ok) return read;
  const [first, second] = read.value;
  if (second !== undefined) {
    return err(problem('more-text', 'A new call begins here: write it on a line of its own.', second));
  }
  const isNamed = first?.kind === 'assignment' && first.target.kind === 'name';
  const call = first?.kind === 'expression' || isNamed ? first.value : undefined;
  if (call?.kind !== 'call') return err(noCall(first ?? { start: 0, end: text.length }));
  const { of: callee, args, start, end } = call;
  const path = pathOf(callee);
  if (path === null) return err(noCall(call));
  const [operation = ''] = path.slice(-1);
  const object = path.slice(0, -1).join('.');
  const given: WrittenArgument[] = [];
  for (const { name, value, isSpread } of args) {
    const plain = isSpread ? err(problem('not-plain', 'Write the arguments one by one.', value)) : plainOf(value);
    if (!plain.ok) return plain;
    given.push({ ...plain.value, name });
  }
  return ok({
    as: isNamed && first.target.kind === 'name' ? { text: first.target.name, ...rangeOf(first.target) } : null,
    object: object === '' ? null : { text: object, start, end: start + object.length },
    operation: { text: operation, start: callee.end - operation.length, end: callee.end },
    arguments: given,
    range: { start, end },
  });
}

const rangeOf = ({ start, end }: TextRange): TextRange => ({ start, end });

const noCall = ({ start, end }: TextRange): Problem =>
  problem('no-call', 'A call was expected here, such as ctx.set(path="a.b", value=1).', { start, end });

/** A value after `name=`, alone in a text. */
export function readValue(text: string): Result<WrittenArgument, Problem> {
  const cursor = new Cursor(text);
  cursor.brackets = 1;
  const value = readExpression(cursor);
  if (cursor.fault === null && cursor.token.kind !== 'end') {
    const rest = { start: cursor.token.start, end: text.length };
    return err(problem('more-text', 'One value ends before this; write several in brackets, as in [1, 2].', rest));
  }
  return cursor.fault === null ? plainOf(value) : err(cursor.fault);
}

/** `a.b.c` as its parts; null for anything else. */
function pathOf(expression: Expression): readonly string[] | null {
  if (expression.kind === 'name') return [expression.name];
  const above = expression.kind === 'property' && !expression.isMaybe ? pathOf(expression.of) : null;
  return above === null || expression.kind !== 'property' ? null : [...above, expression.name];
}

/** A value of JSON, or a name. */
function plainOf(expression: Expression): Result<WrittenArgument, Problem> {
  const path = pathOf(expression);
  const range = rangeOf(expression);
  if (path !== null) return ok({ name: null, reference: path.join('.'), value: null, ...range });
  const value = jsonOf(expression);
  return value.ok ? ok({ name: null, reference: null, value: value.value, ...range }) : value;
}

function jsonOf(expression: Expression): Result<Value, Problem> {
  switch (expression.kind) {
    case 'literal':
      if (expression.value instanceof Uint8Array) break;
      return ok(expression.value);
    case 'unary':
      return negative(expression);
    case 'list': {
      const found: Value[] = [];
      for (const { name, value, isSpread } of expression.items) {
        if (name !== null || isSpread) return err(odd(value));
        const inner = jsonOf(value);
        if (!inner.ok) return inner;
        found.push(inner.value);
      }
      return ok(found);
    }
    case 'map': {
      const found: [string, Value][] = [];
      for (const [key, value] of expression.entries) {
        const inner = jsonOf(value);
        if (!inner.ok) return inner;
        if (key?.kind !== 'literal' || typeof key.value !== 'string') return err(odd(value));
        found.push([key.value, inner.value]);
      }
      return ok(Object.fromEntries(found));
    }
    case 'name':
    case 'property':
      return err(problem('not-plain', 'A bare name can only be a whole argument; a text needs quotes.', expression));
  }
  return err(odd(expression));
}

function negative(expression: Expression & { kind: 'unary' }): Result<Value, Problem> {
  const { operator, of } = expression;
  const value = of.kind === 'literal' ? of.value : null;
  if (operator === 'not') return err(odd(expression));
  if (value instanceof Double) return ok(operator === '-' ? double(-value.value) : value);
  if (typeof value !== 'number' && typeof value !== 'bigint') return err(odd(expression));
  return ok(operator === '+' ? value : value === 0 ? 0 : -value);
}

const odd = ({ start, end }: TextRange): Problem =>
  problem('not-plain', 'Write this as a text, a number, a list or an object: a form can hold nothing else.', {
    start,
    end,
  });
