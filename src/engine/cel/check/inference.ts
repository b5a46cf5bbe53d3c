import type { Call, Expr } from '../ast.ts';
import type { Environment } from './environment.ts';
import type { Finding } from './findings.ts';
import type { FunctionDeclaration } from '../declarations/signature.ts';
import type { Unifier } from '../types/assign.ts';
import type { Type } from '../types/types.ts';

/** One pass over an expression, as the checks for its kinds of nodes use it. */
export interface Inference {
  readonly unifier: Unifier;
  readonly env: Environment;
  readonly findings: Finding[];
  /** Calls of `last()` that yield an optional. */
  readonly optionalLasts: ReadonlySet<Expr>;
  /** The type of a part; checks the part at the first call. */
  typeOf(expr: Expr): Type;
  /** Checks `expr` with these variables in scope. */
  within(variables: readonly { readonly name: string; readonly type: Type }[], expr: Expr): Type;
  report(finding: Finding): void;
  /** Reports `expr`, of the type `type`, if it cannot be a bool. `where` is the operator or macro that needs one. */
  needBool(expr: Expr, type: Type, where: string): void;
  /** One type for the elements of a literal; `dyn` when they differ. */
  joined(types: readonly Type[]): Type;
  /** The type with all known parameters replaced, ready to be shown. */
  settled(type: Type): Type;
  space(call: Call): Space | undefined;
  /** True if a dotted name begins with no known variable. */
  isUnknown(name: { readonly root: string; readonly absolute: boolean }): boolean;
}

/** The namespace before the dot of a call, such as `math` in `math.abs(x)`. */
export interface Space {
  readonly name: string;
  readonly declared: FunctionDeclaration | undefined;
}
