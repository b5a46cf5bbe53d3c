import { fieldOf, rangeOf } from './fields.ts';
import type { RangeTypes } from './fields.ts';
import { checkEntry, checkSort } from './never-works.ts';
import type { Inference } from './inference.ts';
import type { Expr, Macro } from '../ast.ts';
import { eitherOf } from '../types/join.ts';
import { alternatives, bool, dyn, insideOptional, isUnsettled, listOf, mapOf, optionalOf } from '../types/types.ts';
import type { Type } from '../types/types.ts';

type Bound = readonly { readonly name: string; readonly type: Type }[];

/** The type of a macro; its body is checked with the names it binds. */
export function inferMacro(inference: Inference, macro: Macro): Type {
  switch (macro.macro.text) {
    case 'has':
      return has(inference, macro);
    case 'cel.bind':
      return bind(inference, macro);
    case 'with':
    case 'mapValues':
    case 'filterKeys':
      return inference.env.macros?.has(macro.macro.text) === true
        ? ofHost(inference, macro)
        : unknownMacro(inference, macro);
    case 'optMap':
    case 'optFlatMap':
      return mapOptional(inference, macro);
    default:
      return walkRange(inference, macro);
  }
}

/** The selected field may be missing, because `has` tests for it. The value before the field may not. */
function has(inference: Inference, { args }: Macro): Type {
  const [tested] = args;
  if (tested?.kind !== 'select') {
    if (tested !== undefined) inference.typeOf(tested);
    return bool;
  }
  const type = inference.typeOf(tested.operand);
  const found = fieldOf(type, tested.field.text);
  if (found.kind === 'no-fields') {
    const settled = inference.settled(type);
    inference.report({ kind: 'no-fields', type: settled, select: tested, range: tested.field.range });
  }
  return bool;
}

function bind(inference: Inference, { variables, args }: Macro): Type {
  const [value, body] = args;
  if (value === undefined || body === undefined) return dyn;
  const type = inference.typeOf(value);
  return inference.within([{ name: variables[0]?.text ?? '', type }], body);
}

/** A macro that only a host has. */
function ofHost(inference: Inference, { macro, target, variables, args }: Macro): Type {
  const [body] = args;
  if (target === null || body === undefined) return dyn;
  const type = inference.unifier.resolve(inference.typeOf(target));
  const name = variables[0]?.text ?? '';
  if (macro.text === 'with') return inference.within([{ name, type }], body);
  const range = rangeOf(type);
  const isMap = range !== undefined && alternatives(type).every((one) => one.kind !== 'list');
  if (!isMap && !isUnsettled(type) && type.kind !== 'parameter')
    inference.report({ kind: 'no-range', macro: macro.text, type: inference.settled(type), range: target.range });
  const [key, value] = range?.two ?? [dyn, dyn];
  if (macro.text === 'mapValues') return mapOf(key, inference.within([{ name, type: value }], body));
  within(inference, [{ name, type: key }], body, macro.text);
  return type;
}

/** Elsewhere it is a method that does not exist, and its body is not checked: what its name would be is not known. */
function unknownMacro(inference: Inference, { macro, target, args }: Macro): Type {
  const receiver = target === null ? null : { expr: target, type: inference.settled(inference.typeOf(target)) };
  inference.report({ kind: 'unknown-function', name: macro.text, receiver, args, range: macro.range });
  return dyn;
}

function mapOptional(inference: Inference, { macro, target, variables, args }: Macro): Type {
  const [body] = args;
  if (target === null || body === undefined) return dyn;
  const type = inference.unifier.resolve(inference.typeOf(target));
  const inside = insideOptional(type);
  if (inside === undefined && !isUnsettled(type) && type.kind !== 'parameter') {
    inference.report({ kind: 'not-optional', where: macro.text, type, range: target.range });
  }
  const result = inference.within([{ name: variables[0]?.text ?? '', type: inside ?? dyn }], body);
  if (macro.text === 'optMap') return optionalOf(result);
  if (insideOptional(result) !== undefined) return result;
  if (isUnsettled(result) || result.kind === 'parameter') return optionalOf(dyn);
  inference.report({ kind: 'not-optional', where: macro.text, type: result, range: body.range });
  return optionalOf(dyn);
}

/** `all`, `map`, `transformMap` and the like: iterate a list or map. */
function walkRange(inference: Inference, expr: Macro): Type {
  const { macro, target, args } = expr;
  if (target === null) return dyn;
  const type = inference.unifier.resolve(inference.typeOf(target));
  const range = rangeOf(type);
  if (range === undefined) {
    inference.report({
      kind: 'no-range',
      macro: macro.text,
      type: inference.settled(type),
      range: target.range,
    });
  }
  if (type.kind === 'parameter') inference.unifier.assignable(dyn, type);
  const element = range ?? { one: dyn, two: [dyn, dyn] };
  const bound = namesBound(expr, element);
  const [first, second] = args;
  if (first === undefined) return dyn;
  if (second !== undefined) within(inference, bound, first, macro.text);
  return resultOf(inference, expr, bound, second ?? first, element);
}

function namesBound({ variables }: Macro, range: RangeTypes): Bound {
  const [one, two] = variables;
  if (one === undefined) return [];
  if (two === undefined) return [{ name: one.text, type: range.one }];
  return [
    { name: one.text, type: range.two[0] },
    { name: two.text, type: range.two[1] },
  ];
}

function within(inference: Inference, bound: Bound, condition: Expr, macro: string): Type {
  inference.needBool(condition, inference.within(bound, condition), macro);
  return bool;
}

function resultOf(inference: Inference, { macro, target }: Macro, bound: Bound, body: Expr, range: RangeTypes): Type {
  switch (macro.text) {
    case 'map':
    case 'transformList':
      return listOf(inference.within(bound, body));
    case 'transformMap':
      return mapOf(range.two[0], inference.within(bound, body));
    case 'transformMapEntry':
      inference.within(bound, body);
      checkEntry(inference, body);
      return entriesOf(inference, inference.typeOf(body));
    case 'filter':
      within(inference, bound, body, macro.text);
      return listOf(range.one);
    case 'sortBy':
      inference.within(bound, body);
      if (target === null) return listOf(dyn);
      checkSort(inference, target, body);
      return inference.typeOf(target);
    default:
      return within(inference, bound, body, macro.text);
  }
}

/** The type of the map that is composed of single-entry maps. */
function entriesOf(inference: Inference, entry: Type): Type {
  const type = inference.unifier.resolve(entry);
  if (type.kind === 'map') return type;
  const keyed = alternatives(type).filter((one) => one.kind === 'map' || one.kind === 'record');
  return keyed.length === 0 ? mapOf(dyn, dyn) : eitherOf(keyed);
}
