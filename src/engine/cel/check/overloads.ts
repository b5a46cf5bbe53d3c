import type { FunctionDeclaration, Overload } from '../declarations/signature.ts';
import type { Unifier } from '../types/assign.ts';
import { dyn, sameType } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/**
 * The result type of a call with arguments of these types; undefined when no signature accepts them. As in cel-go,
 * several signatures may fit (an argument is `dyn`, say): if their results differ, the result is `dyn`.
 */
export function resolveOverload(
  unifier: Unifier,
  declared: FunctionDeclaration,
  isMethod: boolean,
  argTypes: readonly Type[],
): Type | undefined {
  let result: Type | undefined;
  for (const overload of withStyle(declared, isMethod)) {
    const wanted = argumentTypes(overload);
    if (wanted.length !== argTypes.length) continue;
    const [fresh = dyn, ...parameters] = unifier.instantiate([overload.result, ...wanted]);
    if (!unifier.assignableAll(argTypes, parameters)) continue;
    const next = unifier.resolve(fresh);
    if (result === undefined) result = next;
    else if (result.kind !== 'dyn' && !sameType(result, next)) result = dyn;
  }
  return result;
}

export const withStyle = (declared: FunctionDeclaration, isMethod: boolean): readonly Overload[] =>
  declared.overloads.filter((overload) => (overload.receiver !== null) === isMethod);

/** The receiver first, for a method. */
export const argumentTypes = ({ receiver, parameters }: Overload): readonly Type[] => {
  const types = parameters.map((parameter) => parameter.type);
  return receiver === null ? types : [receiver, ...types];
};

/** The result type of a mismatched call, where all signatures agree: `<` is a bool whatever its operands are. */
export function likelyResult(overloads: readonly Overload[]): Type {
  const [first, ...rest] = overloads.map((overload) => overload.result);
  return first?.kind === 'scalar' && rest.every((other) => sameType(first, other)) ? first : dyn;
}
