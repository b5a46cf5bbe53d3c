import type { MacroDeclaration } from '../declarations/macros.ts';
import type { FunctionDeclaration } from '../declarations/signature.ts';
import { functions, typeNames } from '../declarations/declarations.ts';
import type { Type } from '../types/types.ts';

/** The names that an expression may use. */
export interface Environment {
  readonly variables: ReadonlyMap<string, Type>;
  /** Functions beside the language's own. */
  readonly functions?: ReadonlyMap<string, FunctionDeclaration>;
  /** Macros beside the language's own. */
  readonly macros?: ReadonlyMap<string, MacroDeclaration>;
  /** In container `a.b`, a name is resolved as `a.b.name`, `a.name`, `name`. */
  readonly container?: string;
  /** An undeclared variable is either of any type or reported. */
  readonly unknownNames: 'dyn' | 'reported';
}

/** Resolves a variable or type name from within the container. */
export function resolveVariable(env: Environment, name: string, absolute: boolean): Type | undefined {
  for (const candidate of candidates(env, name, absolute)) {
    const type = env.variables.get(candidate) ?? typeNames.get(candidate);
    if (type !== undefined) return type;
  }
  return undefined;
}

export function resolveFunction(env: Environment, name: string, absolute = false): FunctionDeclaration | undefined {
  for (const candidate of candidates(env, name, absolute)) {
    const declared = env.functions?.get(candidate) ?? functions.get(candidate);
    if (declared !== undefined) return declared;
  }
  return undefined;
}

function candidates(env: Environment, name: string, absolute: boolean): readonly string[] {
  if (absolute || env.container === undefined || env.container === '') return [name];
  const parts = env.container.split('.');
  return [...parts.map((_, index) => [...parts.slice(0, parts.length - index), name].join('.')), name];
}
