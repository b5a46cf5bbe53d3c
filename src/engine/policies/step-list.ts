import type { Decisions } from '../model/decisions.ts';
import { type PolicyOutcome, policyOutcomes } from '../model/policy-outcome.ts';
import { isTruthy } from '../model/truthiness.ts';
import type { RecordValue } from '../model/value.ts';
import type { Evaluated } from '../systems/task/evaluate.ts';
import type { FunctionName } from '../systems/task/function-name.ts';
import { runSteps, type Layer, type PolicyStep, type StepTools, type StepValues } from '../systems/task/steps.ts';
import type { ReplayedStep } from './replayed-turn.ts';

/** A step of a list as a call sees it. */
export interface ListedStep {
  /** Of its rule. */
  readonly id: string;
  readonly step: PolicyStep;
  /** The action of the tool that is called, if it is the one that the step is for. */
  readonly action: string | undefined;
}

/** What a list needs of the turn that it runs at. */
export interface ListTools {
  evaluate(expression: string, values: StepValues): Evaluated;
  invoke(name: FunctionName, args: RecordValue): Invoked;
}

/** What an `invoke` came to, and whether the recording says so. */
export interface Invoked {
  readonly evaluated: Evaluated;
  readonly isRecorded: boolean;
}

export interface ListRun {
  readonly outcome: PolicyOutcome;
  readonly steps: readonly ReplayedStep[];
  /** What the model would be told where a step stopped it. */
  readonly error: string | null;
  /** As the transforms have left them. */
  readonly values: StepValues;
  readonly isTransformed: boolean;
}

/**
 * Runs a list step by step over a recording, so that each has an outcome of its own. What cannot be told from the
 * recording stops nothing.
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
    const stops = end.kind === 'blocked' && ran.came !== 'unknown' ? end : null;
    if (stops !== null) error = stops.error;
    steps.push({
      id: listed.id,
      outcome: ran.came,
      message: stops?.error ?? ran.message,
      invoked: ran.invoked,
    });
    outcome = worse(outcome, stops === null ? comesTo[ran.came] : stops.locks ? 'lock' : 'block');
    if (listed.step.transform === undefined || ran.came !== 'passed') continue;
    values = { input, output };
    isTransformed = true;
  }
  return { outcome, steps, error, values, isTransformed };
}

/** Of a step that stops nothing. */
const comesTo = { passed: 'pass', failed: 'continued', unknown: 'unknown', skipped: 'none' } as const;

export const worse = (a: PolicyOutcome, b: PolicyOutcome): PolicyOutcome =>
  policyOutcomes.indexOf(a) > policyOutcomes.indexOf(b) ? a : b;

/** One step at one turn: what it asks for tells what became of it. */
class RunningStep implements StepTools {
  came: Exclude<ReplayedStep['outcome'], 'not-reached'> = 'skipped';
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
    // What is evaluated after that goes into its message.
    if (this.came === 'failed' || this.came === 'unknown') return evaluated;
    const isCondition = this.#isConditionNext;
    this.#isConditionNext = false;
    const isAsserted = !isCondition && this.#step.assert !== undefined;
    if ('fault' in evaluated) return this.#faulty(evaluated, isAsserted);
    if (!isAsserted) {
      if (!isCondition) this.came = 'passed';
      return evaluated;
    }
    if (this.#decisions.nonBoolean === 'error' && typeof evaluated.value !== 'boolean')
      return this.#faulty(notBoolean, isAsserted);
    this.came = isTruthy(evaluated.value) ? 'passed' : 'failed';
    return evaluated;
  }

  #faulty(evaluated: Extract<Evaluated, { readonly fault: string }>, isAsserted: boolean): Evaluated {
    this.message = evaluated.message;
    if (evaluated.fault === 'unknown_value') this.came = 'unknown';
    else if (isAsserted && this.#decisions.assertError === 'open') {
      this.came = 'passed';
      return { value: true, text: 'true' };
    } else this.came = 'failed';
    return evaluated;
  }

  invoke(name: FunctionName, args: RecordValue): Evaluated {
    const { evaluated, isRecorded } = this.#tools.invoke(name, args);
    this.invoked = { name: nameOf(name), args, isRecorded };
    this.came = 'fault' in evaluated ? 'failed' : 'passed';
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
