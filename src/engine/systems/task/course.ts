import * as v from 'valibot';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readStep, type Layer, type PolicyStep } from './steps.ts';

/**
 * Where a call stands on its way through the steps around it: plain data with all that it takes to go on, so that a
 * call can wait for a person in one moment of a run and be finished in a later one.
 */
export interface Course {
  /** A call of the model, or steps that someone tries out by hand. */
  readonly of: 'call' | 'steps';
  readonly layer: Layer;
  readonly stage: 'before' | 'run' | 'after';
  /** The function's key; empty for steps that are about none. */
  readonly function: string;
  /** What `match` of a step is compared with. */
  readonly action?: string;
  /** Still to run before the capability does, and after it did. */
  readonly before: readonly PolicyStep[];
  readonly after: readonly PolicyStep[];
  readonly steps_run: number;
  readonly runs: WhatRuns;
  /** The child task of a delegation, once there is one. */
  readonly task_id?: string;
  /** The model's own arguments. */
  readonly passed: Value;
  /** What bindings say, which nothing overrides. */
  readonly bound: RecordValue;
  /** The arguments as bindings and steps have left them. */
  readonly input: Value;
  /** The result as it goes on record; absent before the capability ran. */
  readonly result?: Value;
  /** The result as steps have left it: what the model is given. */
  readonly output?: Value;
  /** Decisions that the first step (or the tool's expression) has asked for so far. */
  readonly reviews: readonly Review[];
  /** The script that made the call, and what its calls before this one came to. */
  readonly script?: { readonly expression: string; readonly answers: readonly RecordValue[] };
}

/** What the capability does when it runs. */
export type WhatRuns =
  | { readonly kind: 'result'; readonly result: Value }
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'expression'; readonly expression: string }
  /** `as`: how the caller would like to name the child task. */
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
