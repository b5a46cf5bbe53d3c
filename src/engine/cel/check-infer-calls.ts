import type { TextRange } from '../model/problem.ts';
import type { Expr } from './ast.ts';
import type { Inference } from './check-infer.ts';
import { argumentTypes, likelyResult, resolveOverload, withStyle } from './check-overloads.ts';
import type { FunctionDeclaration } from './declarations-signature.ts';
import { bounded, dyn, listOf } from './types.ts';
import type { Type } from './types.ts';

export interface KnownCall {
  readonly declared: FunctionDeclaration;
  readonly name: string;
  readonly isMethod: boolean;
  /** The receiver first, for a method. */
  readonly operands: readonly Expr[];
  /** Where the function's name or the operator is written. */
  readonly range: TextRange;
}

/** These take any number of arguments; from the third on they read them as one list, as their macros in cel-go do. */
const anyNumber: ReadonlySet<string> = new Set(['math.greatest', 'math.least']);

/** The result of calling a known function; what does not fit is reported. */
export function inferCall(inference: Inference, call: KnownCall): Type {
  const { unifier } = inference;
  const types = call.operands.map((operand) => inference.of(operand));
  const given = anyNumber.has(call.name) && types.length > 2 ? [listOf(inference.joined(types))] : types;
  const result = resolveOverload(unifier, call.declared, call.isMethod, given);
  if (result !== undefined) return bounded(result);
  const sameStyle = withStyle(call.declared, call.isMethod);
  const sameCount = sameStyle.filter((overload) => argumentTypes(overload).length === given.length);
  if (sameStyle.length === 0) reportStyle(inference, call);
  else if (sameCount.length === 0) reportCount(inference, call);
  else {
    const settled = types.map((type) => unifier.settle(type));
    inference.report({ kind: 'no-overload', ...call, types: settled, overloads: sameCount });
  }
  return likelyResult(sameCount.length > 0 ? sameCount : call.declared.overloads) ?? dyn;
}

function reportStyle(inference: Inference, { name, isMethod, operands, range }: KnownCall): void {
  inference.report({ kind: 'wrong-style', name, wanted: isMethod ? 'function' : 'method', operands, range });
}

function reportCount(inference: Inference, { declared, name, isMethod, operands, range }: KnownCall): void {
  const overloads = withStyle(declared, isMethod);
  const counts = [...new Set(overloads.map((overload) => overload.parameters.length))].toSorted((a, b) => a - b);
  const given = operands.length - (isMethod ? 1 : 0);
  inference.report({ kind: 'wrong-count', name, counts, given, overloads, range });
}
