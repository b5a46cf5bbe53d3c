import type { Decisions } from '../model/decisions.ts';
import { type PolicyOutcome, policyOutcomes } from '../model/verdict.ts';
import { isTruthy } from '../model/truthiness.ts';
import type { RecordValue } from '../model/value.ts';
import type { Evaluated } from '../systems/task/evaluate.ts';
import type { FunctionName } from '../systems/task/function-name.ts';
import { runSteps, type Layer, type PolicyStep, type StepTools, type StepValues } from '../systems/task/steps.ts';
import type { ReplayedStep } from './replayed-turn.ts';

/** A step of a list, for one call. */
export interface ListedStep {
  /** Id of its rule. */
  readonly id: string;
  readonly step: PolicyStep;
  /** The action that is called, if the step is limited to one. */
  readonly action: string | undefined;
}

/** The data of the turn that a list needs. */
export interface ListTools {
  evaluate(expression: string, values: StepValues): Evaluated;
  invoke(name: FunctionName, args: RecordValue): Invoked;
}

/** The result of an `invoke`, and whether the recording holds it. */
export interface Invoked {
  readonly evaluated: Evaluated;
  readonly isRecorded: boolean;
}

export interface ListRun {
  readonly outcome: PolicyOutcome;
  readonly steps: readonly ReplayedStep[];
  /** The message to the model when a step stopped it. */
  readonly error: string | null;
  /** Input and output after the transforms. */
  readonly values: StepValues;
  readonly isTransformed: boolean;
}

/**
 * Runs a list step by step over a recording, so that each step has an outcome of its own. An unknown outcome stops
 * nothing.
 */
export function runList(
  layer: Layer,
  list: readonly ListedStep[],
  start: StepValues,
  tools: ListTools,
  decisions: Decisions,
): ListRun {
  const steps: ReplayedStep[] = [];
  let values = start;
  let outcome: PolicyOutcome = 'none';
  let error: string | null = null;
  let isTransformed = false;
  for (const listed of list) {
    if (error !== null) {
      steps.push({ id: listed.id, outcome: 'not-reached', message: null, invoked: null });
      continue;
    }
    const ran = new RunningStep(listed.step, tools, decisions);
    const { end, input, output } = runSteps(
      { layer, subCapability: listed.action, steps: [listed.step], ...values },
      ran,
    );
    const stops = end.kind === 'blocked' && ran.outcome !== 'unknown' ? end : null;
    if (stops !== null) error = stops.error;
    steps.push({
      id: listed.id,
      outcome: ran.outcome,
      message: stops?.error ?? ran.message,
      invoked: ran.invoked,
    });
    outcome = worse(outcome, stops === null ? outcomeOf[ran.outcome] : stops.locks ? 'lock' : 'block');
    if (listed.step.transform === undefined || ran.outcome !== 'passed') continue;
    values = { input, output };
    isTransformed = true;
  }
  return { outcome, steps, error, values, isTransformed };
}

/** The outcome for a step that stops nothing. */
const outcomeOf = { passed: 'pass', failed: 'continued', unknown: 'unknown', skipped: 'none' } as const;

export const worse = (a: PolicyOutcome, b: PolicyOutcome): PolicyOutcome =>
  policyOutcomes.indexOf(a) > policyOutcomes.indexOf(b) ? a : b;

/** One step at one turn. The values that the evaluator requests decide its outcome. */
class RunningStep implements StepTools {
  outcome: Exclude<ReplayedStep['outcome'], 'not-reached'> = 'skipped';
  message: string | null = null;
  invoked: ReplayedStep['invoked'] = null;
  readonly #step: PolicyStep;
  readonly #tools: ListTools;
  readonly #decisions: Decisions;
  #isConditionNext: boolean;

  constructor(step: PolicyStep, tools: ListTools, decisions: Decisions) {
    this.#step = step;
    this.#tools = tools;
    this.#decisions = decisions;
    this.#isConditionNext = step.condition !== undefined;
  }

  evaluate(expression: string, values: StepValues): Evaluated {
    const evaluated = this.#tools.evaluate(expression, values);
    // Later expressions only fill its message.
    if (this.outcome === 'failed' || this.outcome === 'unknown') return evaluated;
    const isCondition = this.#isConditionNext;
    this.#isConditionNext = false;
    const isAsserted = !isCondition && this.#step.assert !== undefined;
    if ('fault' in evaluated) return this.#faulty(evaluated, isAsserted);
    if (!isAsserted) {
      if (!isCondition) this.outcome = 'passed';
      return evaluated;
    }
    if (this.#decisions.nonBoolean === 'error' && typeof evaluated.value !== 'boolean')
      return this.#faulty(notBoolean, isAsserted);
    this.outcome = isTruthy(evaluated.value) ? 'passed' : 'failed';
    return evaluated;
  }

  #faulty(evaluated: Extract<Evaluated, { readonly fault: string }>, isAsserted: boolean): Evaluated {
    this.message = evaluated.message;
    if (evaluated.fault === 'unknown_value') this.outcome = 'unknown';
    else if (isAsserted && this.#decisions.assertError === 'open') {
      this.outcome = 'passed';
      return { value: true, text: 'true' };
    } else this.outcome = 'failed';
    return evaluated;
  }

  invoke(name: FunctionName, args: RecordValue): Evaluated {
    const { evaluated, isRecorded } = this.#tools.invoke(name, args);
    this.invoked = { name: nameOf(name), args, isRecorded };
    this.outcome = 'fault' in evaluated ? 'failed' : 'passed';
    if ('fault' in evaluated) this.message = evaluated.message;
    return evaluated;
  }

  isOver(): boolean {
    return false;
  }
}

const notBoolean = { fault: 'type_error', message: 'an assertion must yield true or false' };

const nameOf = (name: FunctionName): string =>
  typeof name === 'string' ? name : [name.ref, name.capability].filter(Boolean).join(':');
