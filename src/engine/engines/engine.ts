import type { Result } from '../../base/result.ts';
import type { EvalResult, Variables } from '../cel/index.ts';
import type { Value } from '../model/value.ts';

/**
 * A library that evaluates CEL. The code of a package is loaded on demand: `index.ts` of its folder holds this
 * description alone, and `load` imports the rest.
 */
export interface Engine {
  /** The name of its package. */
  readonly id: string;
  readonly version: string;
  /** How it is set up here, and what it does not have: whole sentences, for people. */
  readonly about: string;
  /** Its regular expressions backtrack, so that one evaluation may take exponential time. */
  readonly backtracks: boolean;
  load(): Promise<Prepare>;
}

/** Prepares a text for many evaluations. The problem is the engine's own message for a text that it refuses. */
export type Prepare = (text: string) => Result<Evaluate, string>;

/** Evaluates with plain values: no views and no unknowns. An exception is caught by the caller, and is an error. */
export type Evaluate = (variables: ReadonlyMap<string, Value>) => EvalResult;

/** Runs one evaluation, and may end it: what it throws then is that evaluation's error. */
export type Within = <T>(run: () => T) => T;

/** An engine whose code is loaded. */
export interface Judging extends Engine {
  readonly prepare: Prepare;
  readonly within: Within;
}

/** An expression that may use variables of its policy. */
export interface WithVariables {
  readonly expression: string;
  readonly variables?: Variables | undefined;
}
