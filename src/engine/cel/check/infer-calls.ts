import type { TextRange } from '../../model/problem.ts';
import type { Call, Expr } from '../ast.ts';
import { resolveFunction } from './environment.ts';
import { checkLiterals } from './never-works.ts';
import type { Inference } from './inference.ts';
import { argumentTypes, likelyResult, resolveOverload, withStyle } from './overloads.ts';
import { dottedName } from './tree.ts';
import type { FunctionDeclaration } from '../declarations/signature.ts';
import { functions } from '../declarations/declarations.ts';
import { bounded, dyn, listOf } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** A function, a method, or an operator under CEL's own name. */
export function inferCall(inference: Inference, expr: Call): Type {
  const { name, target, args } = expr;
  const space = inference.space(expr);
  if (space !== undefined) {
    for (const arg of args) inference.typeOf(arg);
    const range = { start: target?.range.start ?? name.range.start, end: name.range.end };
    const call = { name: space.name, isMethod: false, operands: args, range };
    if (space.declared !== undefined) return inferKnown(inference, { ...call, declared: space.declared });
    inference.report({ kind: 'unknown-function', name: space.name, receiver: null, args, range });
    return dyn;
  }
  const operands = target === null ? args : [target, ...args];
  const tolerated = resolveFunction(inference.env, name.text)?.tolerates ?? 0;
  for (const [index, operand] of operands.entries()) {
    const before = inference.findings.length;
    inference.typeOf(operand);
    if (index < tolerated) forgetMissing(inference.findings, before);
  }
  const isOptional = inference.optionalLasts.has(expr);
  const declared = isOptional ? functions.get(name.text) : resolveFunction(inference.env, name.text);
  const call = { name: name.text, isMethod: target !== null, operands, range: name.range };
  if (declared !== undefined) return inferKnown(inference, { ...call, declared });
  reportUnknown(inference, expr);
  return dyn;
}

/** `default(a.b, 1)` is written because `a.b` may be missing. */
function forgetMissing(findings: Inference['findings'], from: number): void {
  const kept = findings.slice(from).filter(({ kind }) => kind !== 'unknown-variable' && kind !== 'no-key');
  findings.splice(from, findings.length, ...kept);
}

/** An operator whose expression is not a call: an index, the branches of a conditional. */
export function applyOperator(inference: Inference, name: string, operands: readonly Expr[], range: TextRange): Type {
  const declared = functions.get(name);
  return declared === undefined ? dyn : inferKnown(inference, { declared, name, isMethod: false, operands, range });
}

interface KnownCall {
  readonly declared: FunctionDeclaration;
  readonly name: string;
  readonly isMethod: boolean;
  /** The receiver first, for a method. */
  readonly operands: readonly Expr[];
  /** The place of the function's name or the operator. */
  readonly range: TextRange;
}

/** These take any number of arguments; three or more are checked as one list, as cel-go's macros do. */
const anyNumber: ReadonlySet<string> = new Set(['math.greatest', 'math.least']);

function inferKnown(inference: Inference, call: KnownCall): Type {
  const types = call.operands.map((operand) => inference.typeOf(operand));
  const checkedTypes = anyNumber.has(call.name) && types.length > 2 ? [listOf(inference.joined(types))] : types;
  const result = resolveOverload(inference.unifier, call.declared, call.isMethod, checkedTypes);
  if (result !== undefined) {
    checkLiterals(inference, call.name, call.operands);
    return bounded(result);
  }
  const sameStyle = withStyle(call.declared, call.isMethod);
  const sameCount = sameStyle.filter((overload) => argumentTypes(overload).length === checkedTypes.length);
  if (sameStyle.length === 0) reportStyle(inference, call);
  else if (sameCount.length === 0) reportCount(inference, call);
  else {
    const settled = types.map((type) => inference.settled(type));
    inference.report({ kind: 'no-overload', ...call, types: settled, overloads: sameCount });
  }
  return likelyResult(sameCount.length > 0 ? sameCount : call.declared.overloads);
}

function reportStyle(inference: Inference, { name, isMethod, operands, range }: KnownCall): void {
  inference.report({ kind: 'wrong-style', name, wanted: isMethod ? 'function' : 'method', operands, range });
}

function reportCount(inference: Inference, { declared, name, isMethod, operands, range }: KnownCall): void {
  const overloads = withStyle(declared, isMethod);
  const counts = [...new Set(overloads.map((overload) => overload.parameters.length))].toSorted((a, b) => a - b);
  const argumentCount = operands.length - (isMethod ? 1 : 0);
  inference.report({ kind: 'wrong-count', name, counts, argumentCount, overloads, range });
}

function reportUnknown(inference: Inference, { name, target, args }: Call): void {
  if (target === null) {
    inference.report({ kind: 'unknown-function', name: name.text, receiver: null, args, range: name.range });
    return;
  }
  // One message is enough if the name before the dot is unknown too.
  const before = inference.env.unknownNames === 'reported' ? dottedName(target) : undefined;
  if (before !== undefined && inference.isUnknown(before)) return;
  const receiver = { expr: target, type: inference.settled(inference.typeOf(target)) };
  inference.report({ kind: 'unknown-function', name: name.text, receiver, args, range: name.range });
}
