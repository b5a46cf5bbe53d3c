import { typeName, Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';

export type ErrorCode =
  | 'no_such_key'
  | 'index_out_of_range'
  | 'no_such_overload'
  | 'undeclared_reference'
  | 'divide_by_zero'
  | 'overflow'
  | 'invalid_argument'
  | 'budget_exceeded'
  | 'stopped'
  | 'parse_error';

/** A failed evaluation. It is a value inside the evaluator, because `false && error` is false. */
export class CelError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The node that failed; -1 if there is no such node. */
  readonly nodeId: number;
  constructor(code: ErrorCode, message: string, nodeId = -1) {
    this.code = code;
    this.message = message;
    this.nodeId = nodeId;
  }

  /** The same error with its node, unless it already has one. */
  at(nodeId: number): CelError {
    return this.nodeId >= 0 ? this : new CelError(this.code, this.message, nodeId);
  }
}

/** The result of an evaluation. Unknowns are values. */
export type EvalResult = Value | CelError;

export const isObstacle = (result: EvalResult): result is Unknown | CelError =>
  typeof result === 'object' && (result instanceof Unknown || result instanceof CelError);

/** The result with its node, if it is an error that has none yet. */
export const located = (result: EvalResult, nodeId: number): EvalResult =>
  typeof result === 'object' && result instanceof CelError ? result.at(nodeId) : result;

/** The obstacle that keeps a strict operation from its operands: an unknown rather than an error, as in cel-go. */
export function obstacleIn(a: EvalResult, b: EvalResult): Unknown | CelError | undefined {
  if (a instanceof Unknown) return b instanceof Unknown ? mergeUnknowns(a, b) : a;
  if (b instanceof Unknown) return b;
  if (a instanceof CelError) return a;
  return b instanceof CelError ? b : undefined;
}

/** The same for any number of operands, evaluated in order. */
export function moreSevere(obstacle: Unknown | CelError | undefined, next: Unknown | CelError): Unknown | CelError {
  return obstacle === undefined ? next : (obstacleIn(obstacle, next) ?? next);
}

const maxMissing = 32;

/** Merges two unknowns; with a limit, because a list may lack thousands of values. */
function mergeUnknowns(a: Unknown, b: Unknown): Unknown {
  if (a === b || a.missing.length >= maxMissing) return a;
  const known = new Set(a.missing.map((path) => JSON.stringify(path)));
  const added = b.missing.filter((path) => !known.has(JSON.stringify(path)));
  return added.length === 0 ? a : new Unknown([...a.missing, ...added].slice(0, maxMissing));
}

const shortNames: { readonly [type: string]: string } = {
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.Duration': 'duration',
  null_type: 'null',
  optional_type: 'optional',
};

/** The name of a value's type in messages. */
export const shortType = (value: Value): string => shortNames[typeName(value)] ?? typeName(value);

export function noOverload(operation: string, ...operands: readonly Value[]): CelError {
  const types = operands.map(shortType);
  const text = /^\w/.test(operation) ? `${operation}(${types.join(', ')})` : types.join(` ${operation} `);
  return new CelError('no_such_overload', `no such overload: ${text}${hintFor(operation, types)}`);
}

function hintFor(operation: string, types: readonly string[]): string {
  if (!/^[-+*/%]$/.test(operation)) return '';
  const numeric = types.every((type) => type === 'int' || type === 'uint' || type === 'double');
  if (numeric && operation !== '%' && types.includes('double')) {
    return '; CEL does not mix number types here, convert the whole number with double(…)';
  }
  if (operation === '+' && types.includes('string')) return '; convert the other operand with string(…)';
  return '';
}

export const noSuchKey = (key: string): CelError => new CelError('no_such_key', `no such key: ${cut(key)}`);

export const invalid = (message: string): CelError => new CelError('invalid_argument', message);

export const overflow = (what: string): CelError => new CelError('overflow', `${what} overflow`);

/** Cuts a name or text from outside to the length of a message. */
export const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 60)}…${text.slice(-15)}` : text);
