import type { Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { RecordValue, Value } from '../model/value.ts';

/**
 * A system's executable half: state in, operation in, events out; state in, event in, state out. All of it is plain
 * data and pure functions, so a run can be replayed, branched from any moment, and kept as a session.
 */
export interface Machine<State, Event extends { readonly type: string }> {
  /** What a program may call, in the system's own words: forms, the console and its completion are made from it. */
  readonly operations: readonly OperationSpec[];
  /** The start, from the constructor's arguments or whatever else the system starts from. */
  start(given: RecordValue): Result<State, Problem>;
  /** What an operation comes to in a state. It changes nothing; `apply` does, event by event. */
  decide(state: State, call: OperationCall): Decided<Event>;
  /** Hands back the very same object when nothing changes, so that untouched branches keep their identity. */
  apply(state: State, event: Event): State;
  /** The calls that would end the wait under a token, as far as they are known; absent: `answeredBy` says it. */
  answers?(state: State, token: string): readonly OperationCall[];
  /** The system's own exported form. */
  toSnapshot(state: State): Value;
  fromSnapshot(value: Value): Result<State, Problem>;
}

export interface OperationSpec {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  readonly parameters: readonly ParameterSpec[];
  /** The operation that ends what this one leaves waiting. */
  readonly answeredBy?: Answering;
}

export interface Answering {
  readonly op: string;
  /** It waits only where it says so: once it has returned, nothing is left to be answered. */
  readonly isSettled?: true;
  /** Its parameters that take over a parameter of the operation which waits. */
  readonly args?: { readonly [parameter: string]: string };
}

export interface ParameterSpec {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'list' | 'map' | 'any';
  readonly isRequired: boolean;
  readonly about: string;
  /** A text is the name of what an earlier step made, as behaviour vectors write it. */
  readonly isLabel?: true;
  /** Null is a value of its own, as in Python; for other typed parameters null means that the argument is left out. */
  readonly isNullable?: true;
  /** An object of the run fits as well as the name or data that stands for it: a session, a context. */
  readonly takesObject?: true;
}

/** Gives a value a name, or shows it: the one step that is no operation of any system. Its arguments: `value`, `written`. */
export const letOperation = 'let';

export interface OperationCall {
  readonly op: string;
  /** The object it is called on, where the system has several (a child context, a channel handle); default: the main one. */
  readonly on?: string;
  /** The name under which later calls find what this one makes (a child context, a handle); default: one is made up. */
  readonly as?: string;
  readonly args: RecordValue;
}

/**
 * `refused` is the documented error, under the vectors' kinds; `ignored` came back without effect; `waits` goes on
 * waiting until some later event settles it under this token; `returns` is what it has made so far, so that it has a name.
 */
export type Decided<Event> =
  | { readonly kind: 'done'; readonly events: readonly Event[]; readonly returns: Value }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'waits'; readonly events: readonly Event[]; readonly token: string; readonly returns?: Value }
  | { readonly kind: 'refused'; readonly error: RecordValue & { readonly kind: string } };
