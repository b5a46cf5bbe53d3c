import * as v from 'valibot';
import { anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The event log of Noetic's tasks (`.noetic/tasks/_events.jsonl`): plans, starts and ends of its code agent's work.
 * https://github.com/mattapperson/noetic (EventSchema of the code agent's task store)
 */
export const TaskEvent = record({
  id: v.pipe(v.number(), v.safeInteger()),
  taskId: v.nullable(v.string()),
  kind: v.pipe(v.string(), v.regex(/^(?:task|session|log|milestone|slice|feature|assertion|validator|mission):\w+$/)),
  payload: anyRecord,
  ts: anyValue,
});
export type TaskEvent = v.InferOutput<typeof TaskEvent>;

export const Payload = record({
  title: maybeText,
  source: maybeText,
  autopilotState: maybeText,
  /** State of a feature: `implementing`, `validating`, `blocked`, … */
  loopState: maybeText,
  plannerStatus: maybeText,
  status: maybeText,
  reason: maybeText,
  /** `spawn` or `exit` of the worker process. */
  phase: maybeText,
  sessionId: maybeText,
  featureId: maybeText,
  /** The task that implements a feature. */
  leafTaskId: maybeText,
  outcome: maybe(anyValue),
});
export type Payload = v.InferOutput<typeof Payload>;
