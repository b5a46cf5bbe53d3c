import {
  CelError,
  writtenOut,
  type EvalResult,
  type Expr,
  type Program,
  type RunOptions,
  type Scope,
} from '../cel/index.ts';
import { Unknown } from '../model/value.ts';
import { NoValue } from './exchange.ts';
import type { Evaluate, Judging, WithVariables } from './engine.ts';
import { PlainVariables, readsOf } from './reads.ts';

/**
 * A program that another engine runs, in the place of ours. The engine is given plain values of what the expression
 * reads, and none of the environment's functions. Other engines have no unknowns: where the recording lacks a value that
 * the result depends on, ours says so and the other engine is not asked.
 */
export function judgedBy(
  engine: Judging,
  { expression, variables }: WithVariables,
  expr: Expr,
  ours: Program,
): Program {
  const reads = readsOf(expr);
  const evaluate = evaluating(engine, writtenOut(expression, variables));
  return {
    run(scope: Scope, options?: RunOptions): EvalResult {
      const plain = new PlainVariables(scope, reads);
      if (plain.lacksSome) {
        const known = ours.run(scope, options);
        if (known instanceof Unknown) return known;
      }
      return evaluate(plain.values);
    },
    trace: (scope, options) => ours.trace(scope, options),
  };
}

/** A text that an engine evaluates. What it refuses and what it throws are errors with its own message. */
export function evaluating(engine: Judging, text: string): Evaluate {
  const evaluate = prepared(engine, text);
  if (evaluate instanceof CelError) return () => evaluate;
  if (!engine.backtracks || !text.includes('matches')) return (variables) => attempt(() => evaluate(variables));
  let ended: CelError | null = null;
  return (variables) => {
    // It would take too long at the other turns as well.
    if (ended !== null) return ended;
    const result = attempt(() => engine.within(() => evaluate(variables)));
    if (result instanceof CelError && result.code === 'budget_exceeded') ended = result;
    return result;
  };
}

/** Why an engine does not accept a text at all; null where it does. */
export function refusalOf(engine: Judging, text: string): string | null {
  const evaluate = prepared(engine, text);
  return evaluate instanceof CelError ? evaluate.message : null;
}

function prepared(engine: Judging, text: string): Evaluate | CelError {
  const made = attempt(() => engine.prepare(text));
  if (made instanceof CelError) return made;
  return made.ok ? made.value : new CelError('parse_error', oneLine(made.problem));
}

/** For `within`: ends an evaluation that takes too long. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

function attempt<T>(run: () => T): T | CelError {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof NoValue) return new CelError('invalid_argument', cause.message);
    if (cause instanceof TookTooLong) return new CelError('budget_exceeded', cause.message);
    // Packages throw for every error of a rule, also with errors of JavaScript.
    return new CelError('invalid_argument', oneLine(cause instanceof Error ? cause.message : String(cause)));
  }
}

/** Some engines add the place in the text on further lines. */
function oneLine(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return first.length > longestMessage ? `${first.slice(0, longestMessage)}…` : first;
}

const longestMessage = 200;
