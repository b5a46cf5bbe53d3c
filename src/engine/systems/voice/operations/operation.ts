import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Decided, OperationSpec } from '../../machine.ts';
import type { CallEvent } from '../event.ts';
import type { CallState } from '../state.ts';

export type CallDecided = Decided<CallEvent>;

/** One operation: its description for forms, and the function that decides its result. */
export interface Operation extends OperationSpec {
  /** The arguments have been checked against the parameters. */
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

/** A text argument; empty if it is missing. */
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

/** The texts of a list argument; other elements are skipped. */
export function textsIn(args: Args, name: string): readonly string[] {
  const value = entry(args, name) ?? null;
  return isList(value) ? [...value].filter((element) => typeof element === 'string') : [];
}

export const entryOrNull = (args: Args, name: string): Value => entry(args, name) ?? null;
