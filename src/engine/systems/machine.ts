import type { Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { RecordValue, Value } from '../model/value.ts';

/**
 * A system's executable half: state in, operation in, events out; state in, event in, state out. All of it is plain
 * data and pure functions, so a run can be replayed, branched from any moment, and kept as a session.
 */
export interface Machine<State, Event extends { readonly type: string }> {
  /** The operations that a program may call, in the system's own words. Forms, the console and its completion are made from them. */
  readonly operations: readonly OperationSpec[];
  /** The initial state, from the constructor's arguments or from other data that the system starts with. */
  start(given: RecordValue): Result<State, Problem>;
  /** Decides the result of an operation in a state without changing the state; `apply` changes it, event by event. */
  decide(state: State, call: OperationCall): Decided<Event>;
  /** Returns the same object when nothing changes, so that unchanged branches keep their identity. */
  apply(state: State, event: Event): State;
  /** The known calls that would end the wait with this token. When absent, `answeredBy` of the operation names them. */
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
  /** The operation that ends the wait which this one begins. */
  readonly answeredBy?: Answering;
}

export interface Answering {
  readonly op: string;
  /** Only a result of the kind `waits` needs an answer; a call that returned is complete. */
  readonly isSettled?: true;
  /** Parameters of the answering operation, each with the parameter of the waiting operation whose value it takes. */
  readonly args?: { readonly [parameter: string]: string };
}

export interface ParameterSpec {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'list' | 'map' | 'any';
  readonly isRequired: boolean;
  readonly about: string;
  /** A string is the label of an earlier step's result, as in behaviour vectors. */
  readonly isLabel?: true;
  /** Null is a value of its own, as in Python; for other typed parameters null means that the argument is left out. */
  readonly isNullable?: true;
  /** Accepts an object of the run, such as a session or a context, in place of its name or data. */
  readonly takesObject?: true;
}

/** Names a value or shows it: the only step that is not an operation of a system. Its arguments are `value` and `written`. */
export const letOperation = 'let';

export interface OperationCall {
  readonly op: string;
  /** The object that it is called on, such as a child context or a channel handle; by default the main object. */
  readonly on?: string;
  /** The name by which later calls find the object that this call creates; by default a generated name. */
  readonly as?: string;
  readonly args: RecordValue;
}

/**
 * `refused` is the documented error, with a kind of the behaviour vectors. `ignored` returned without an effect. `waits`
 * lasts until a later event ends the wait with this token; its `returns` is what the call has created so far, so that
 * later calls can name it.
 */
export type Decided<Event> =
  | { readonly kind: 'done'; readonly events: readonly Event[]; readonly returns: Value }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'waits'; readonly events: readonly Event[]; readonly token: string; readonly returns?: Value }
  | { readonly kind: 'refused'; readonly error: RecordValue & { readonly kind: string } };
