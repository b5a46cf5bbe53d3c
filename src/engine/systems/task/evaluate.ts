import {
  CelError,
  extendLibrary,
  parse,
  plan,
  specificationLibrary,
  type CelFunction,
  type Scope,
} from '../../cel/index.ts';
import { Unknown, type Value } from '../../model/value.ts';

export type Evaluated =
  | {
      readonly value: Value;
      /** The text of CEL's `string()`, for values that have one. */
      readonly text: string | undefined;
    }
  | {
      /** The error kind of the behaviour vectors, if they have one: `no_such_key`, `not_in_scope`, `type_error`, … */
      readonly fault: string;
      readonly message: string;
      /** The user whose decision is needed; only for the fault `pending`. */
      readonly review?: string;
    };

/** The variables, functions and decisions of an expression. */
export interface Surroundings {
  readonly variables: Scope;
  readonly functions: readonly CelFunction[];
  /** Users whose requested decisions are missing, in the order of evaluation. Filled while evaluating. */
  readonly pendingReviews: readonly string[];
}

/**
 * Evaluates an expression. A missing decision is an unknown during evaluation: an expression that does not depend on it
 * requests no review (`false && review(u)`); otherwise the result is the wait for the first decision that was reached.
 */
export function evaluate(expression: string, { variables, functions, pendingReviews: asked }: Surroundings): Evaluated {
  const parsed = parse(expression);
  const [problem] = parsed.problems;
  if (problem !== undefined) return { fault: 'parse_error', message: problem.message };
  let lacksVariable = false;
  const scope: Scope = {
    get(name) {
      const value = variables.get(name);
      lacksVariable ||= value === undefined;
      return value;
    },
  };
  const outcome = plan(parsed.expr, extendLibrary(specificationLibrary, functions)).run(scope);
  if (outcome instanceof CelError) return { fault: faultOf(outcome, lacksVariable), message: outcome.message };
  if (outcome instanceof Unknown) {
    const [review] = asked;
    return review === undefined
      ? { fault: 'unknown_value', message: 'the recording does not hold this value' }
      : { fault: 'pending', message: `the task waits for a decision by ${review.slice(0, 80)}`, review };
  }
  return { value: outcome, text: printed(outcome) };
}

function faultOf(error: CelError, lacksVariable: boolean): string {
  if (error instanceof Refused) return error.fault;
  if (error.code === 'no_such_overload') return 'type_error';
  // A missing variable is a matter of the scope; a function that no scope has is a type error.
  if (error.code === 'undeclared_reference') return lacksVariable ? 'not_in_scope' : 'type_error';
  return error.code;
}

/** An error of a host function, with a fault of its own. */
export class Refused extends CelError {
  readonly fault: string;
  constructor(fault: string, message: string) {
    super('invalid_argument', message);
    this.fault = fault;
  }

  /** Returns the same error: its place does not matter here. */
  override at(): this {
    return this;
  }
}

const toText = plan(parse('string(value)').expr);

/** The text of CEL's `string()`, for values that have one. */
export function printed(value: Value): string | undefined {
  const text = toText.run(new Map([['value', value]]));
  return typeof text === 'string' ? text : undefined;
}
