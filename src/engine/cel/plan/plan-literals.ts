import { Optional, Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { isMapKey, lookUp } from '../evaluate/access.ts';
import type { ListExpr, MapExpr } from '../ast.ts';
import type { CompiledExpr } from '../evaluate/frame.ts';
import { CelError, invalid, noOverload, moreSevere } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';

interface ElementStep {
  readonly value: CompiledExpr;
  readonly optional: boolean;
}

export function planList(expr: ListExpr, elements: readonly ElementStep[]): CompiledExpr {
  if (expr.elements.every(({ value, optional }) => value.kind === 'literal' && !optional)) {
    const constant = expr.elements.flatMap(({ value }) => (value.kind === 'literal' ? [value.value] : []));
    return () => constant;
  }
  const { id } = expr;
  return (frame) => {
    const made: Value[] = [];
    let obstacle: Unknown | CelError | undefined;
    for (const { value, optional } of elements) {
      const element = optional ? present(value(frame), id) : value(frame);
      if (element === undefined) continue;
      if (element instanceof Unknown || element instanceof CelError) obstacle = moreSevere(obstacle, element);
      else made.push(element);
    }
    return obstacle ?? made;
  };
}

/** The value of an optional element or entry; undefined when it is to be left out. */
function present(result: EvalResult, nodeId: number): EvalResult | undefined {
  if (result instanceof Optional) return result.value;
  if (result instanceof Unknown || result instanceof CelError) return result;
  return noOverload('?', result).at(nodeId);
}

interface EntryStep {
  readonly key: CompiledExpr;
  readonly value: CompiledExpr;
  readonly optional: boolean;
}

export function planMap(expr: MapExpr, entries: readonly EntryStep[]): CompiledExpr {
  const { id } = expr;
  return (frame) => {
    const made = new Map<Value, Value>();
    let obstacle: Unknown | CelError | undefined;
    for (const entry of entries) {
      const key = entry.key(frame);
      const value = entry.optional ? present(entry.value(frame), id) : entry.value(frame);
      if (key instanceof Unknown || key instanceof CelError) obstacle = moreSevere(obstacle, key);
      else if (value instanceof Unknown || value instanceof CelError) obstacle = moreSevere(obstacle, value);
      else if (value !== undefined) {
        const wrong = putEntry(made, key, value);
        if (wrong !== undefined) obstacle = moreSevere(obstacle, wrong.at(id));
      }
    }
    return obstacle ?? made;
  };
}

/** Adds an entry to a map under construction; an error where the key has a wrong type or exists already. */
export function putEntry(map: Map<Value, Value>, key: Value, value: Value): CelError | undefined {
  if (!isMapKey(key)) return noOverload('{}', key);
  if (lookUp(map, key) !== undefined) return invalid('this map has one key twice');
  map.set(key, value);
  return undefined;
}
