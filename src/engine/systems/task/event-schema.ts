import * as v from 'valibot';
import { amount, anyValue, record, text, tokenCounts, tokens } from '../fields.ts';
import { CourseSchema } from './course.ts';
import type { TaskEvent } from './event.ts';
import { FunctionNameSchema } from './function-name.ts';
import { TaskHeaderSchema } from './header.ts';
import { limitNames } from './limits.ts';

const duration = v.exactOptional(amount);
const maybeRecord = v.exactOptional(record);
const message = v.exactOptional(anyValue);
const placed = { at: text, node: text };

const invoked = {
  ...placed,
  function: FunctionNameSchema,
  args: v.exactOptional(anyValue),
  outcome: v.picklist(['ok', 'error', 'blocked_before', 'blocked_after', 'pending', 'no_result']),
  output: v.exactOptional(anyValue),
  error: text,
  task_id: text,
  took_ms: duration,
  passed: v.exactOptional(anyValue),
};
const texts = v.exactOptional(v.array(v.string()));

/** Loose: unknown fields are kept. */
export const TaskEventSchema: v.GenericSchema<unknown, TaskEvent> = v.variant('type', [
  v.looseObject({
    type: v.literal('input-received'),
    ...placed,
    message,
    params: maybeRecord,
    shown: v.exactOptional(anyValue),
  }),
  v.looseObject({
    type: v.literal('model-called'),
    ...placed,
    tokens,
    text,
    remark: text,
    planned: v.exactOptional(v.array(v.looseObject({ function: FunctionNameSchema, args: v.exactOptional(anyValue) }))),
    model: text,
    took_ms: duration,
    given: v.exactOptional(v.looseObject({ prompt: text, problems: texts, functions: texts })),
  }),
  v.looseObject({ type: v.literal('capability-invoked'), ...invoked }),
  v.looseObject({ type: v.literal('result-recorded'), ...invoked }),
  v.looseObject({ type: v.literal('output-sent'), ...placed, message, exposes: maybeRecord, problems: texts }),
  v.looseObject({ type: v.literal('turn-recorded'), ...placed, kind: v.picklist(['input', 'capability']) }),
  v.looseObject({ type: v.literal('tokens-totalled'), node: text, ...tokenCounts }),
  v.looseObject({
    type: v.literal('values-stated'),
    node: text,
    values: v.array(v.looseObject({ path: v.array(v.string()), value: v.exactOptional(anyValue) })),
  }),
  v.looseObject({ type: v.literal('clock-advanced'), seconds: amount }),
  v.looseObject({ type: v.literal('file-written'), path: v.string(), text: v.string(), mount: text }),
  v.looseObject({
    type: v.literal('task-created'),
    node: v.string(),
    parent: text,
    agent: v.string(),
    at: text,
    header: v.exactOptional(TaskHeaderSchema),
  }),
  v.looseObject({
    type: v.literal('call-held'),
    ...placed,
    token: v.string(),
    awaits: v.union([v.looseObject({ review: v.string() }), v.looseObject({ task_id: v.string() })]),
    course: CourseSchema,
  }),
  v.looseObject({
    type: v.literal('review-decided'),
    ...placed,
    token: v.string(),
    user: v.string(),
    approved: v.boolean(),
    reason: text,
  }),
  v.looseObject({
    type: v.literal('wait-settled'),
    token: v.string(),
    resolves: v.exactOptional(anyValue),
    rejects: maybeRecord,
  }),
  v.looseObject({ type: v.literal('status-stated'), node: text, phase: v.picklist(['idle', 'processing']) }),
  v.looseObject({ type: v.literal('failed'), error: v.string(), ...placed }),
  v.looseObject({ type: v.literal('limit-exceeded'), limit: v.picklist(limitNames), ...placed }),
  v.looseObject({ type: v.literal('locked'), reason: text, withheld: v.exactOptional(anyValue), ...placed }),
  v.looseObject({ type: v.literal('closed'), ...placed }),
]);
