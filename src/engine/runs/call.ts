import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { OperationCall, OperationSpec } from '../systems/machine.ts';
import { valueAtProbe, withReferences } from '../systems/probes.ts';

/** The result of a call, in the words of scripts. */
export type StepOutcome =
  | { readonly returns: Value }
  | { readonly throws: RecordValue & { readonly kind: string } }
  | { readonly ignored: true }
  /** Goes on waiting; how it ended is kept under the token. */
  | { readonly waits: string };

/** The end of a wait. */
export type Settled = { readonly resolves: Value } | { readonly rejects: RecordValue };

/** `{"$ref": "child.depth"}` in an argument means the result of the step called `child`. */
export function argumentsOf(
  call: OperationCall,
  label: (name: string) => Value | undefined,
  operations: readonly OperationSpec[],
): RecordValue {
  const args = withReferences(call.args, (text) => valueAtProbe(text, label));
  const parameters = operations.find(({ name }) => name === call.op)?.parameters ?? [];
  const named = parameters.flatMap(({ name, isLabel }) => {
    const text = isLabel === true ? args[name] : undefined;
    const value = typeof text === 'string' ? valueAtProbe(text, label) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return named.length === 0 ? args : { ...args, ...Object.fromEntries(named) };
}

/** Only a Noetic run has waits so far; a machine with waits reports their end in this event. */
export function settledBy(event: { readonly type: string }): { readonly token: string; readonly as: Settled } | null {
  if (event.type !== 'wait-settled' || !('token' in event) || typeof event.token !== 'string') return null;
  if ('rejects' in event && isRecord(event.rejects)) return { token: event.token, as: { rejects: event.rejects } };
  // Events are plain data, although their general type does not show it.
  const value = 'resolves' in event ? (event.resolves as Value | undefined) : undefined;
  return { token: event.token, as: { resolves: value ?? null } };
}
