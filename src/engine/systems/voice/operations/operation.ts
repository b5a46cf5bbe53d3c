import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Decided, OperationSpec, ParameterSpec } from '../../machine.ts';
import type { CallEvent } from '../event.ts';
import type { CallState } from '../state.ts';

export type CallDecided = Decided<CallEvent>;

/** One operation: how a form shows it, and what it comes to. */
export interface Operation extends OperationSpec {
  /** The arguments have been proven by the parameters. */
  decide(state: CallState, args: Args, as: string | undefined): CallDecided;
}

export type Args = RecordValue;

export const done = (returns: Value, events: readonly CallEvent[] = []): CallDecided => ({
  kind: 'done',
  events,
  returns,
});

export const ignored: CallDecided = { kind: 'ignored' };

export const refused = (error: RecordValue & { readonly kind: string }): CallDecided => ({ kind: 'refused', error });

/** What is wrong with the arguments of a call, if anything. A null stands for what is not given. */
export function faultOf(parameters: readonly ParameterSpec[], args: Args): (RecordValue & { kind: string }) | null {
  for (const { name, type, isRequired } of parameters) {
    const value = entry(args, name);
    if (value === undefined || (value === null && !isRequired)) {
      if (!isRequired) continue;
      return { kind: 'missing_argument', argument: name, message: `The argument “${name}” is missing.` };
    }
    if (!isOfType(value, type)) {
      return { kind: 'invalid_argument', argument: name, message: `The argument “${name}” must be a ${type}.` };
    }
  }
  return null;
}

function isOfType(value: Value, type: ParameterSpec['type']): boolean {
  if (type === 'any') return true;
  if (type === 'list') return isList(value);
  return type === 'map' ? isRecord(value) : typeof value === type;
}

/** An argument that is a text; empty where it is not given. */
export function textIn(args: Args, name: string): string {
  return optionalTextIn(args, name) ?? '';
}

export function optionalTextIn(args: Args, name: string): string | undefined {
  const value = entry(args, name);
  return typeof value === 'string' ? value : undefined;
}

export function recordIn(args: Args, name: string): RecordValue {
  const value = entry(args, name);
  return value !== undefined && isRecord(value) ? value : {};
}

/** The texts of a list; whatever else is in it is passed over. */
export function textsIn(args: Args, name: string): readonly string[] {
  const value = entry(args, name) ?? null;
  return isList(value) ? [...value].filter((element) => typeof element === 'string') : [];
}

export const entryOrNull = (args: Args, name: string): Value => entry(args, name) ?? null;
