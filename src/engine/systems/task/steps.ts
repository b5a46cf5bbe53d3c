import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { isTruthy } from '../../model/truthiness.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Evaluated } from './evaluate.ts';
import type { FunctionName } from './function-name.ts';
import { interpolate } from './interpolate.ts';

/** A step of the middleware or of a guardrail. Exactly one of `assert`, `invoke` and `transform`. */
export interface PolicyStep {
  readonly assert?: string;
  /** `ref` or `ref:capability`. */
  readonly invoke?: string;
  readonly transform?: string;
  /** For `invoke`: parameter name to expression. */
  readonly bindings?: { readonly [parameter: string]: string };
  /** Limits the step to this sub-capability, by its unsanitised name. */
  readonly match?: string;
  readonly condition?: string;
  readonly on_fail?: OnFail;
  readonly error_message?: string;
}

export type OnFail = 'block' | 'continue' | 'lock_task';
export type Layer = 'middleware' | 'guardrail';

const text = v.exactOptional(v.string());
const StepSchema: v.GenericSchema<unknown, PolicyStep> = v.looseObject({
  assert: text,
  invoke: text,
  transform: text,
  bindings: v.exactOptional(v.record(v.string(), v.string())),
  match: text,
  condition: text,
  on_fail: v.exactOptional(v.picklist(['block', 'continue', 'lock_task'])),
  error_message: text,
});

export function readStep(layer: Layer, value: unknown): Result<PolicyStep, Problem> {
  const parsed = v.safeParse(StepSchema, value);
  if (!parsed.success) {
    return err(invalid(`“${v.getDotPath(parsed.issues[0]) ?? 'it'}” is wrong (${parsed.issues[0].message})`));
  }
  const step = parsed.output;
  const actions = (['assert', 'invoke', 'transform'] as const).filter((action) => step[action] !== undefined);
  if (actions.length !== 1) {
    const found = actions.length === 0 ? 'none' : actions.join(' and ');
    return err(invalid(`it needs exactly one of assert, invoke and transform, and has ${found}`));
  }
  if (step.bindings !== undefined && step.invoke === undefined) {
    return err(invalid('bindings belong to invoke steps only'));
  }
  if (layer === 'guardrail' && step.on_fail === 'block') {
    return err(invalid('a guardrail cannot block: its on_fail is lock_task or continue'));
  }
  return ok(step);
}

const invalid = (what: string): Problem => ({ code: 'task/invalid-step', message: `This step is invalid: ${what}.` });

/** The functions that the steps need from the caller. `values` are the variables after the steps so far. */
export interface StepTools {
  /** `index` is the step's index, because a decision belongs to the step that requested it. */
  evaluate(expression: string, values: StepValues, index: number): Evaluated;
  /** Runs a capability without middleware and records its result. */
  invoke(name: FunctionName, args: RecordValue, index: number): Evaluated;
  /** A task that is over runs no further steps. */
  isOver(): boolean;
}

export interface StepValues {
  readonly input: Value;
  /** Undefined before the call. */
  readonly output: Value | undefined;
}

export interface StepsRun extends StepValues {
  /** The number of steps whose action was evaluated. */
  readonly stepsRun: number;
  readonly end: StepsEnd;
}

export type StepsEnd =
  | { readonly kind: 'passed' }
  /** `error` is the text for the model. */
  | { readonly kind: 'blocked'; readonly error: string; readonly locks: boolean }
  /** The first of `rest` needs this user's decision. */
  | { readonly kind: 'held'; readonly review: string; readonly rest: readonly PolicyStep[] };

export interface StepsAsked extends StepValues {
  readonly layer: Layer;
  readonly subCapability: string | undefined;
  readonly steps: readonly PolicyStep[];
}

/** Runs a list of steps in order until one of them blocks, fails or waits. */
export function runSteps({ layer, subCapability, steps, input, output }: StepsAsked, all: StepTools): StepsRun {
  let values: StepValues = { input, output };
  let stepsRun = 0;
  for (const [index, step] of steps.entries()) {
    if (all.isOver()) break;
    const tools: Tools = {
      evaluate: (expression, seen) => all.evaluate(expression, seen, index),
      invoke: (name, args) => all.invoke(name, args, index),
    };
    if (step.match !== undefined && step.match !== subCapability) continue;
    const wanted = step.condition === undefined ? 'yes' : held(tools.evaluate(step.condition, values));
    if (wanted === 'no') continue;
    const acted = wanted === 'yes' ? act(step, values, tools) : wanted;
    if ('review' in acted) {
      return { ...values, stepsRun, end: { kind: 'held', review: acted.review, rest: steps.slice(index) } };
    }
    if (wanted === 'yes') stepsRun++;
    if ('values' in acted) {
      values = acted.values;
      continue;
    }
    const onFail = step.on_fail ?? (layer === 'guardrail' ? 'lock_task' : 'block');
    // Without the value of a binding or transform the call cannot continue.
    if (onFail === 'continue' && !acted.isFatal) continue;
    const error = messageOf(step, acted.reason, (expression) => tools.evaluate(expression, values));
    return { ...values, stepsRun, end: { kind: 'blocked', error, locks: onFail === 'lock_task' } };
  }
  return { ...values, stepsRun, end: { kind: 'passed' } };
}

/** The tools of one step. */
interface Tools {
  evaluate(expression: string, values: StepValues): Evaluated;
  invoke(name: FunctionName, args: RecordValue): Evaluated;
}

type Acted =
  | { readonly values: StepValues }
  | { readonly reason: string; readonly isFatal: boolean }
  | { readonly review: string };

const failed = (reason: string, isFatal = false): Acted => ({ reason, isFatal });

/** The result of a failed evaluation. A missing decision is not a failure. */
function failure(what: string, { message, review }: Extract<Evaluated, { fault: string }>, isFatal = false): Acted {
  return review === undefined ? failed(`${what} could not be evaluated: ${message}.`, isFatal) : { review };
}

/** An error in a condition fails the step, because it is unknown whether the step should run. */
function held(evaluated: Evaluated): 'yes' | 'no' | Acted {
  if ('fault' in evaluated) return failure('The condition', evaluated);
  return isTruthy(evaluated.value) ? 'yes' : 'no';
}

function act(step: PolicyStep, values: StepValues, tools: Tools): Acted {
  if (step.assert !== undefined) {
    const evaluated = tools.evaluate(step.assert, values);
    if ('fault' in evaluated) return failure('The assertion', evaluated);
    return isTruthy(evaluated.value) ? { values } : failed(`The assertion ${step.assert} does not hold.`);
  }
  if (step.transform !== undefined) {
    const evaluated = tools.evaluate(step.transform, values);
    if ('fault' in evaluated) return failure('The transform', evaluated, true);
    const { value } = evaluated;
    return { values: values.output === undefined ? { ...values, input: value } : { ...values, output: value } };
  }
  return invoke(step, values, tools);
}

function invoke({ invoke: name = '', bindings = {} }: PolicyStep, values: StepValues, tools: Tools): Acted {
  const args: [string, Value][] = [];
  for (const [parameter, expression] of Object.entries(bindings)) {
    const evaluated = tools.evaluate(expression, values);
    if ('fault' in evaluated) return failure(`The binding of ${parameter}`, evaluated, true);
    args.push([parameter, evaluated.value]);
  }
  const [ref = '', capability] = name.split(':', 2);
  const invoked = tools.invoke(capability === undefined ? { ref } : { ref, capability }, Object.fromEntries(args));
  if (!('fault' in invoked)) return { values };
  return invoked.review === undefined ? failed(`${name} failed: ${invoked.message}.`) : { review: invoked.review };
}

function messageOf(step: PolicyStep, reason: string, evaluate: (expression: string) => Evaluated): string {
  return step.error_message === undefined ? reason : interpolate(step.error_message, evaluate).text;
}
