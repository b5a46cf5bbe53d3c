import { Double, type RecordValue, type Value } from '../../model/value.ts';
import type { Decided, OperationSpec } from '../machine.ts';
import type { ContextState } from './context-state.ts';
import type { NoeticEvent } from './event.ts';
import type { Refusal } from './refusal.ts';
import { rootNode, type NoeticState } from './state.ts';

/** An operation: its description, and the function that decides its result. */
export interface Operation extends OperationSpec {
  decide(request: OperationRequest): Answer;
}

export type Answer = Decided<NoeticEvent>;

/** A call together with the context that it is called on. */
export interface OperationRequest {
  readonly state: NoeticState;
  readonly context: ContextState;
  readonly args: RecordValue;
  /** The name of the object that it was called on, if the call has one. */
  readonly on: string | undefined;
  /** The requested name for the new object. */
  readonly as: string | undefined;
}

export const done = (events: readonly NoeticEvent[], returns: Value = null): Answer => ({
  kind: 'done',
  events,
  returns,
});

export const refused = (error: Refusal): Answer => ({ kind: 'refused', error });

/** The `node` field of an event; omitted for the root context. */
export const placeOf = ({ node }: Pick<ContextState, 'node'>): { readonly node?: string } =>
  node === rootNode ? {} : { node };

/** An own property of the arguments; `__proto__` is an ordinary name. */
export const argument = (args: RecordValue, name: string): Value | undefined =>
  Object.hasOwn(args, name) ? args[name] : undefined;

export const textArgument = (args: RecordValue, name: string): string | undefined => {
  const value = argument(args, name);
  return typeof value === 'string' ? value : undefined;
};

/** Other programs write `50.0` where they mean 50. */
export function numberArgument(args: RecordValue, name: string): number | undefined {
  const value = argument(args, name);
  if (value instanceof Double) return value.value;
  return typeof value === 'number' ? value : undefined;
}
