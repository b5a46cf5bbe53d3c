import * as v from 'valibot';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readStep, type Layer, type PolicyStep } from './steps.ts';

/**
 * The progress of a call through the steps around it: plain data with everything that is needed to continue, so that a call
 * can wait for a person and be finished at a later moment of the run.
 */
export interface Course {
  /** A call of the model, or steps that are tried out by hand. */
  readonly of: 'call' | 'steps';
  readonly layer: Layer;
  readonly stage: 'before' | 'run' | 'after';
  /** The function's key; empty for steps without a function. */
  readonly function: string;
  /** The name that is compared with `match` of a step. */
  readonly action?: string;
  /** The steps that still have to run before and after the capability. */
  readonly before: readonly PolicyStep[];
  readonly after: readonly PolicyStep[];
  readonly steps_run: number;
  readonly runs: CapabilityRun;
  /** The child task of a delegation, once there is one. */
  readonly task_id?: string;
  /** The model's own arguments. */
  readonly passed: Value;
  /** The values of bindings, which nothing overrides. */
  readonly bound: RecordValue;
  /** The arguments after the bindings and steps so far. */
  readonly input: Value;
  /** The recorded result; absent before the capability ran. */
  readonly result?: Value;
  /** The result after the steps so far, which the model receives. */
  readonly output?: Value;
  /** The decisions that the first step (or the tool's expression) has requested so far. */
  readonly reviews: readonly Review[];
  /** The script that made the call, and the results of its earlier calls. */
  readonly script?: { readonly expression: string; readonly answers: readonly RecordValue[] };
}

/** How the capability runs. */
export type CapabilityRun =
  | { readonly kind: 'result'; readonly result: Value }
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'expression'; readonly expression: string }
  /** `as` is the child task's name requested by the caller. */
  | { readonly kind: 'agent'; readonly agent: string; readonly as?: string };

export interface Review {
  readonly user: string;
  readonly approved: boolean;
}

const anyValue = v.custom<Value>((value) => value !== undefined);
const record = v.custom<RecordValue>(isRecord);
const steps = v.array(
  v.custom<PolicyStep>((step) => readStep('middleware', step).ok, 'A step of middleware or guardrails was expected'),
);

export const CourseSchema: v.GenericSchema<unknown, Course> = v.looseObject({
  of: v.picklist(['call', 'steps']),
  layer: v.picklist(['middleware', 'guardrail']),
  stage: v.picklist(['before', 'run', 'after']),
  function: v.string(),
  action: v.exactOptional(v.string()),
  before: steps,
  after: steps,
  steps_run: v.number(),
  runs: v.variant('kind', [
    v.looseObject({ kind: v.literal('result'), result: anyValue }),
    v.looseObject({ kind: v.literal('error'), error: v.string() }),
    v.looseObject({ kind: v.literal('expression'), expression: v.string() }),
    v.looseObject({ kind: v.literal('agent'), agent: v.string(), as: v.exactOptional(v.string()) }),
  ]),
  task_id: v.exactOptional(v.string()),
  passed: anyValue,
  bound: record,
  input: anyValue,
  result: v.exactOptional(anyValue),
  output: v.exactOptional(anyValue),
  reviews: v.array(v.looseObject({ user: v.string(), approved: v.boolean() })),
  script: v.exactOptional(v.looseObject({ expression: v.string(), answers: v.array(record) })),
});
