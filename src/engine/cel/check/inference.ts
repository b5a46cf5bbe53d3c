import type { Call, Expr } from '../ast.ts';
import type { Environment } from './environment.ts';
import type { Finding } from './findings.ts';
import type { FunctionDeclaration } from '../declarations/signature.ts';
import type { Unifier } from '../types/assign.ts';
import type { Type } from '../types/types.ts';

/** One pass over an expression, as the rules for its kinds of nodes see it. */
export interface Inference {
  readonly unifier: Unifier;
  readonly env: Environment;
  readonly findings: Finding[];
  /** Calls of `last()` that give an optional. */
  readonly optionalLasts: ReadonlySet<Expr>;
  /** The type of a part; checks it the first time it is asked for. */
  of(expr: Expr): Type;
  /** Checks `expr` while these names stand for these types. */
  within(variables: readonly { readonly name: string; readonly type: Type }[], expr: Expr): Type;
  report(finding: Finding): void;
  /** Reports `expr`, of the type `type`, where it cannot be a bool. `where` is the operator or macro that needs one. */
  needBool(expr: Expr, type: Type, where: string): void;
  /** One type for the elements of a literal; `dyn` when they differ. */
  joined(types: readonly Type[]): Type;
  /** The type with everything put in that is known by now, fit to be shown. */
  settled(type: Type): Type;
  space(call: Call): Space | undefined;
  /** Whether a name with dots begins with no variable that is known. */
  isUnknown(name: { readonly root: string; readonly absolute: boolean }): boolean;
}

/** What stands before the dot of a call when it is no value, such as `math` in `math.abs(x)`. */
export interface Space {
  readonly name: string;
  readonly declared: FunctionDeclaration | undefined;
}
