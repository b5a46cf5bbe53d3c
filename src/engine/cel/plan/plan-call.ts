import { Optional, Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Call } from '../ast.ts';
import { standardLibrary } from '../functions/index.ts';
import type { Frame, CompiledExpr } from '../evaluate/frame.ts';
import type { CelFunction, DirectCall } from '../evaluate/library.ts';
import { macroNames } from '../parse/macros.ts';
import { CelError, cut, isObstacle, located, noOverload, obstacleIn, moreSevere } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { candidates, dottedName, rootIdent, slotOf } from './planner.ts';
import type { Locals, Planner } from './planner.ts';

/**
 * The function that a call means: one of a namespace such as `math.abs`, a method, or a plain one. Undefined for none.
 */
export function functionFor(
  expr: Call,
  planner: Planner,
  locals: Locals | null,
): { readonly called: CelFunction; readonly onTarget: boolean } | undefined {
  const { library, options } = planner;
  if (expr.target === null) {
    for (const name of candidates(expr.name.text, options.container)) {
      const called = library.functions.get(name);
      if (called !== undefined) return { called, onTarget: false };
    }
    return undefined;
  }
  const namespace = dottedName(expr.target);
  const root = rootIdent(expr.target);
  if (namespace !== null && root !== null && slotOf(locals, root.name) === null) {
    for (const name of candidates(`${namespace}.${expr.name.text}`, options.container)) {
      const called = library.functions.get(name);
      if (called !== undefined) return { called, onTarget: false };
    }
  }
  const { methods } = planner.optionalLasts.has(expr) ? standardLibrary : library;
  const called = methods.get(expr.name.text);
  return called === undefined ? undefined : { called, onTarget: true };
}

/** Evaluates all arguments, then calls the function, unless an argument is an unknown or an error. */
export function planFunction(expr: Call, called: CelFunction, args: readonly CompiledExpr[]): CompiledExpr {
  const { id } = expr;
  const [least, most] = called.arity;
  const fits = args.length >= least && args.length <= most;
  const { lazy } = called;
  if (lazy !== undefined && fits) return (frame) => located(lazy(args, frame), id);
  const [first, second] = args;
  if (called.direct !== undefined && args.length === least && first !== undefined) {
    if (least === 1) return planDirect1(id, called.name, called.direct, first);
    if (least === 2 && second !== undefined) return planDirect2(id, called.name, called.direct, first, second);
  }
  return (frame) => {
    const values: Value[] = [];
    let obstacle: Unknown | CelError | undefined;
    for (const arg of args) {
      const value = arg(frame);
      if (value instanceof Unknown || value instanceof CelError) obstacle = moreSevere(obstacle, value);
      else values.push(value);
    }
    if (obstacle !== undefined) return obstacle;
    const result = fits ? called.call(values, frame) : undefined;
    if (result === undefined) return noOverload(called.name, ...values).at(id);
    return located(result, id);
  };
}

function planDirect1(id: number, name: string, direct: DirectCall, argument: CompiledExpr): CompiledExpr {
  return (frame) => {
    const value = argument(frame);
    if (isObstacle(value)) return value;
    const result = direct(value, null, null, null, frame);
    return result === undefined ? noOverload(name, value).at(id) : located(result, id);
  };
}

function planDirect2(
  id: number,
  name: string,
  direct: DirectCall,
  left: CompiledExpr,
  right: CompiledExpr,
): CompiledExpr {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (isObstacle(a)) return obstacleIn(a, b) ?? a;
    if (isObstacle(b)) return b;
    const result = direct(a, b, null, null, frame);
    return result === undefined ? noOverload(name, a, b).at(id) : located(result, id);
  };
}

/** `optional.or(other)` and `.orValue(other)` evaluate the other only when the optional is empty. */
export function planAlternative(
  expr: Call,
  called: CelFunction,
  target: CompiledExpr,
  other: CompiledExpr,
): CompiledExpr {
  const { id } = expr;
  return (frame: Frame): EvalResult => {
    const optional = target(frame);
    if (optional instanceof Unknown || optional instanceof CelError) return optional;
    if (optional instanceof Optional && optional.value !== undefined) {
      return called.name === 'or' ? optional : optional.value;
    }
    const value = other(frame);
    if (value instanceof Unknown || value instanceof CelError) return value;
    const result = called.call([optional, value], frame);
    return result === undefined ? noOverload(called.name, optional, value).at(id) : result;
  };
}

type MissingCall = Pick<Call, 'id' | 'name' | 'target'>;

/** A call to a missing function fails when it is reached, not before: `true || later()` is true. */
export function planMissing(expr: MissingCall, planner: Planner): CompiledExpr {
  const { id } = expr;
  const error = new CelError('undeclared_reference', missingMessage(expr, planner), id);
  return () => error;
}

const otherNames: { readonly [name: string]: string } = {
  float: 'double(x)',
  len: 'size(x)',
  length: 'size(x)',
  str: 'string(x)',
  lower: 'lowerAscii()',
  upper: 'upperAscii()',
  toLowerCase: 'lowerAscii()',
  toUpperCase: 'upperAscii()',
  includes: 'contains(x)',
  startswith: 'startsWith(x)',
  endswith: 'endsWith(x)',
  any: 'exists(x, …)',
  some: 'exists(x, …)',
  every: 'all(x, …)',
};

function missingMessage({ name, target }: MissingCall, { library }: Planner): string {
  const text = cut(name.text);
  const message = `undeclared reference: there is no ${target === null ? 'function' : 'method'} ${text}()`;
  if (target !== null && macroNames.has(name.text)) {
    return `${message} of this many arguments; the macro ${text} binds a variable, as in list.${text}(x, …)`;
  }
  if (Object.hasOwn(otherNames, name.text)) return `${message}; CEL has ${otherNames[name.text]}`;
  if (target === null && library.methods.has(name.text)) return `${message}; there is a method, written x.${text}(…)`;
  if (target !== null && library.functions.has(name.text)) return `${message}; there is a function, written ${text}(x)`;
  return message;
}
