import { ListView, Unknown } from '../model/value.ts';
import type { Value } from '../model/value.ts';
import type { RunOptions, Scope } from './evaluate/frame.ts';
import { standardLibrary } from './functions/index.ts';
import type { Library } from './evaluate/library.ts';
import { literal } from './literal.ts';
import { CelError } from './evaluate/eval-result.ts';
import type { EvalResult } from './evaluate/eval-result.ts';
import { parse } from './parse/parse.ts';
import { plan } from './plan/plan.ts';

/** For tests: an expression's result in one line, `3`, `"a"`, `no_such_key: no such key: a` or `unknown(context.x)`. */
export function evaluate(
  text: string,
  variables: { readonly [name: string]: Value } = {},
  options?: RunOptions,
  library: Library = standardLibrary,
): string {
  const { expr, problems } = parse(text);
  const [problem] = problems;
  return problem === undefined
    ? resultText(plan(expr, library).run(scopeOf(variables), options))
    : `parse_error: ${problem.message}`;
}

export const resultText = (result: EvalResult): string =>
  result instanceof CelError ? `${result.code}: ${result.message}` : literal(result);

export const scopeOf = (variables: { readonly [name: string]: Value }): Scope => new Map(Object.entries(variables));

/** A value that the recording lacks, under a path of one word. */
export const lacking = (name: string): Unknown => new Unknown([[name]]);

/** The first `length` elements of a column, in one order or the other; counts how often elements are read. */
export class GrowingList extends ListView {
  readonly length: number;
  override readonly column: readonly Value[];
  override readonly order: ListView['order'];
  private readonly tally: { reads: number };
  constructor(column: readonly Value[], length: number, order: ListView['order'], tally = { reads: 0 }) {
    super();
    this.column = column;
    this.length = length;
    this.order = order;
    this.tally = tally;
  }
  at(index: number): Value {
    this.tally.reads++;
    return this.column[this.order === 'oldest-first' ? index : this.length - 1 - index] ?? null;
  }
}
