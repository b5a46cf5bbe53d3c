import { typeName } from '../model/value.ts';
import type { Value } from '../model/value.ts';
import type { TextRange } from '../model/problem.ts';
import type { Expr } from './ast.ts';
import { checkTypes } from './check/check.ts';
import type { Environment } from './check/environment.ts';
import { comparisonChain } from './check/lints-result.ts';
import { specification } from './declarations/lists.ts';
import { specificationLibrary } from './functions/index.ts';
import { syntaxProblems } from './habits/habits.ts';
import { literal } from './literal.ts';
import { CelError } from './evaluate/eval-result.ts';
import { parse } from './parse/parse.ts';
import { plan } from './plan/plan.ts';
import { dyn } from './types/types.ts';
import type { Type } from './types/types.ts';
import { formatType, parseType } from './types/text.ts';
import { walk } from './walk.ts';

/** One expression to evaluate alone: a line of `cel --lines`. */
export interface CelCase {
  readonly expr: string;
  /** Variables, each written as a CEL expression, so that its type is exact. */
  readonly vars?: { readonly [name: string]: string };
  /** Declared types, as CEL writes them: `list(int)`. A variable without one is of any type. */
  readonly types?: { readonly [name: string]: string };
  /** Names are looked up in the container first. */
  readonly container?: string;
  /** True (the default): types are checked before evaluating. `only`: the case ends after the check. */
  readonly check?: boolean | 'only';
}

/**
 * `value` is a CEL literal. `type` is the result of CEL's `type()`: `int`, `list`, `map`, `google.protobuf.Timestamp`,
 * …; after a mere check it is the whole deduced type, such as `list(int)`, and there is no value. `kind` is
 * `parse_error`, `check_error`, `invalid_input` for a malformed case, or an evaluation error's code.
 */
export type CelAnswer =
  | { readonly value: string; readonly type: string }
  | { readonly type: string }
  | {
      readonly error: {
        readonly kind: string;
        readonly message: string;
        readonly start?: number;
        readonly end?: number;
      };
    };

export function runCase(one: CelCase): CelAnswer {
  const [problem] = syntaxProblems(one.expr);
  if (problem !== undefined) return failure('parse_error', problem.message, problem.range);
  const { expr } = parse(one.expr);
  const scope = readVariables(one.vars ?? {});
  if (typeof scope === 'string') return failure('invalid_input', scope);
  if (one.check !== false) {
    const env = environmentOf(one, scope);
    if (typeof env === 'string') return failure('invalid_input', env);
    const { diagnostics, type } = checkTypes(expr, env);
    const wrong = diagnostics.find(({ severity }) => severity === 'error');
    if (wrong !== undefined) {
      // The types of `1 < n < 5` are wrong as well, but that does not name the mistake.
      const [chain = wrong] = comparisonChain({ nodes: [...walk(expr)].map((visited) => visited.expr) });
      return failure('check_error', chain.message, chain.range);
    }
    if (one.check === 'only') return { type: formatType(type) };
  }
  return evaluate(one, expr, scope);
}

function evaluate({ container }: CelCase, expr: Expr, scope: ReadonlyMap<string, Value>): CelAnswer {
  const qualified = new Set([...scope.keys()].filter((name) => name.includes('.')));
  const program = plan(expr, specificationLibrary, container === undefined ? { qualified } : { qualified, container });
  const result = program.run(scope);
  if (result instanceof CelError) return failure(result.code, result.message, rangeOf(expr, result.nodeId));
  return { value: literal(result), type: typeName(result) };
}

/** Returns the problem in words if a variable cannot be read. */
function readVariables(vars: { readonly [name: string]: string }): ReadonlyMap<string, Value> | string {
  const scope = new Map<string, Value>();
  for (const [name, text] of Object.entries(vars)) {
    const { expr, problems } = parse(text);
    const [problem] = problems;
    if (problem !== undefined) return `The variable ${name} cannot be read: ${problem.message}`;
    const value = plan(expr).run(new Map());
    if (value instanceof CelError) return `The variable ${name} has no value: ${value.message}.`;
    scope.set(name, value);
  }
  return scope;
}

function environmentOf(one: CelCase, scope: ReadonlyMap<string, Value>): Environment | string {
  const variables = new Map<string, Type>([...scope.keys()].map((name) => [name, dyn]));
  for (const [name, text] of Object.entries(one.types ?? {})) {
    const type = parseType(text);
    if (type === undefined)
      return `The type of ${name}, ${JSON.stringify(text)}, is not a type; a type looks like "list(int)".`;
    variables.set(name, type);
  }
  const { container } = one;
  const functions = new Map(specification.map((declared) => [declared.name, declared]));
  return { variables, functions, unknownNames: 'dyn', ...(container === undefined ? {} : { container }) };
}

function rangeOf(root: Expr, nodeId: number): TextRange | undefined {
  for (const { expr } of walk(root)) if (expr.id === nodeId) return expr.range;
  return undefined;
}

const failure = (kind: string, message: string, range?: TextRange): CelAnswer => ({
  error: { kind, message, ...(range === undefined ? {} : { start: range.start, end: range.end }) },
});
