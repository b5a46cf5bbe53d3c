import type { Value } from '../../model/value.ts';
import type { CompiledExpr, Frame, Meter } from './frame.ts';
import type { EvalResult } from './eval-result.ts';

/** A function that expressions may call. */
export interface CelFunction {
  /** `size`, `math.greatest`, `mount.read`. */
  readonly name: string;
  /** `f(x)`, `x.f()`, or both ways; a method's target is its first argument. */
  readonly form: 'function' | 'method' | 'both';
  /** The number of arguments, including the target. */
  readonly arity: readonly [least: number, most: number];
  /**
   * Arguments are values: errors and unknowns never reach a function. Undefined means that no overload accepts them.
   */
  call(args: readonly Value[], meter: Meter): EvalResult | undefined;
  /**
   * The same for up to four arguments without an argument list, where the function supports it; null replaces a missing
   * argument.
   */
  readonly direct?: DirectCall;
  /** Set for a function that evaluates its arguments itself, perhaps not all of them. It gets the target first, too. */
  readonly lazy?: (args: readonly CompiledExpr[], frame: Frame) => EvalResult;
  /**
   * Set for a function of a host whose result depends on its arguments alone, so that a sweep may keep it. All functions of
   * the language are so.
   */
  readonly isPure?: true;
}

export type DirectCall = (a: Value, b: Value, c: Value, d: Value, meter: Meter) => EvalResult | undefined;

export interface Library {
  readonly functions: ReadonlyMap<string, CelFunction>;
  readonly methods: ReadonlyMap<string, CelFunction>;
  /** Of `hostMacros`, those that this library has. */
  readonly macros?: ReadonlySet<string>;
}

/** A library with additional functions; a later one hides an earlier one of the same name and form. */
export function extendLibrary(
  base: Library,
  extra: readonly CelFunction[],
  macros: ReadonlySet<string> | undefined = base.macros,
): Library {
  const functions = new Map(base.functions);
  const methods = new Map(base.methods);
  for (const added of extra) {
    if (added.form !== 'method') functions.set(added.name, added);
    if (added.form !== 'function') methods.set(added.name, added);
  }
  return { functions, methods, ...(macros !== undefined && { macros }) };
}

export const emptyLibrary: Library = { functions: new Map(), methods: new Map() };

const define =
  (form: CelFunction['form']) =>
  (name: string, least: number, body: DirectCall, most = least): CelFunction => ({
    name,
    form,
    arity: [least, most],
    direct: body,
    call(args, meter) {
      // A body reads null as a missing argument, so an explicit null must not reach it.
      if (args.length > least && args.lastIndexOf(null) >= least) return undefined;
      return body(args[0] ?? null, args[1] ?? null, args[2] ?? null, args[3] ?? null, meter);
    },
  });

/** `fn('size', 1, …)`, `method('split', 2, …, 3)`: shorthand for functions of up to four arguments. */
export const fn = define('function');
export const method = define('method');
export const both = define('both');

/** For functions of any number of arguments. */
export const variadic = (
  name: string,
  call: (args: readonly Value[], meter: Meter) => EvalResult | undefined,
): CelFunction => ({
  name,
  form: 'function',
  arity: [1, Number.MAX_SAFE_INTEGER],
  call,
});
