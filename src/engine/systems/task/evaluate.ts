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
      /** As CEL's `string()` prints it, for what that takes. */
      readonly text: string | undefined;
    }
  | {
      /** In the words of the behaviour vectors where they have one: `no_such_key`, `not_in_scope`, `type_error`, … */
      readonly fault: string;
      readonly message: string;
      /** The user whose decision it takes; only of the fault `pending`. */
      readonly review?: string;
    };

/** What an expression sees beyond the language itself. */
export interface Surroundings {
  readonly variables: Scope;
  readonly functions: readonly CelFunction[];
  /** Users whose decisions were asked for and are not there yet, in the order in which they were reached. Filled while evaluating. */
  readonly asked: readonly string[];
}

/**
 * What an expression comes to. A decision that is not there yet is an unknown while evaluating: what can be told without
 * it asks nobody (`false && review(u)`), and otherwise the first one that was reached is what is waited for.
 */
export function evaluate(expression: string, { variables, functions, asked }: Surroundings): Evaluated {
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
      : { fault: 'pending', message: `the task waits for a decision of ${review.slice(0, 80)}`, review };
  }
  return { value: outcome, text: printed(outcome) };
}

function faultOf(error: CelError, lacksVariable: boolean): string {
  if (error instanceof Refused) return error.fault;
  if (error.code === 'no_such_overload') return 'type_error';
  // A variable is there or not by its scope; a function that no scope has is one that no type has.
  if (error.code === 'undeclared_reference') return lacksVariable ? 'not_in_scope' : 'type_error';
  return error.code;
}

/** An error of a function around the language, with a fault of its own. */
export class Refused extends CelError {
  readonly fault: string;
  constructor(fault: string, message: string) {
    super('invalid_argument', message);
    this.fault = fault;
  }

  /** Stays what it is: its place does not matter here. */
  override at(): this {
    return this;
  }
}

const toText = plan(parse('string(value)').expr);

/** A value as CEL's `string()` prints it, for what that takes. */
export function printed(value: Value): string | undefined {
  const text = toText.run(new Map([['value', value]]));
  return typeof text === 'string' ? text : undefined;
}
