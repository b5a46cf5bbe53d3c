import { isSame } from '../model/equal.ts';
import { isRecord, Unknown, type Value } from '../model/value.ts';
import type { Evaluated } from '../systems/task/evaluate.ts';
import type { ReplayedStep } from './replayed-turn.ts';

/** A parameter that the policy fixes; it replaces the value from the model. */
export interface Binding {
  /** Id of its rule. */
  readonly id: string;
  readonly parameter: string;
  readonly expression: string;
  /** For a tool with several actions, the actions that have the parameter. */
  readonly isOfSeveral: boolean;
}

export interface BoundInput {
  readonly input: Value;
  /** Whether it differs from the recorded value. */
  readonly isChanged: boolean;
  /** The binding that could not be evaluated and made the call fail. */
  readonly failed: ReplayedStep | null;
}

/** The arguments of a call with the parameters that the policy fixes. Unknown arguments stay unknown. */
export function boundInput(
  input: Value,
  bindings: readonly Binding[],
  evaluate: (expression: string) => Evaluated,
): BoundInput {
  if (!isRecord(input)) return { input, isChanged: false, failed: null };
  const bound: [string, Value][] = [];
  for (const { id, parameter, expression, isOfSeveral } of bindings) {
    if (isOfSeveral && !Object.hasOwn(input, parameter)) continue;
    const evaluated = evaluate(expression);
    if (!('fault' in evaluated)) bound.push([parameter, evaluated.value]);
    else if (evaluated.fault === 'unknown_value') bound.push([parameter, new Unknown([['input', parameter]])]);
    else {
      const message = `The binding of ${parameter} could not be evaluated: ${evaluated.message}.`;
      return { input, isChanged: false, failed: { id, outcome: 'failed', message, invoked: null } };
    }
  }
  const isChanged = bound.some(([name, value]) => !Object.hasOwn(input, name) || !isSame(input[name] ?? null, value));
  // Not by assignment: `__proto__` is an ordinary key here.
  return {
    input: isChanged ? Object.fromEntries([...Object.entries(input), ...bound]) : input,
    isChanged,
    failed: null,
  };
}
