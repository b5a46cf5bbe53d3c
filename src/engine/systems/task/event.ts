import * as v from 'valibot';
import { gateDecisions, gateSubjects } from '../../model/gate-decision.ts';
import { eventSchema, fields, list, type EventOf, type EventTable, type Fields } from '../event-table.ts';
import { amount, anyValue, type callTokens, record, text, tokenCounts, tokens } from '../fields.ts';
import { toolsDefined } from '../tools-defined.ts';
import { CourseSchema } from './course.ts';
import { FunctionNameSchema } from './function-name.ts';
import { TaskHeaderSchema } from './header.ts';
import { limitNames } from './limits.ts';

const duration = v.exactOptional(amount);
const maybeRecord = v.exactOptional(record);
const message = v.exactOptional(anyValue);
const texts = v.exactOptional(list(v.string()));

/** What a gate decided about it while the agent ran. */
const gate = v.exactOptional(
  list(
    fields({
      decision: v.picklist(gateDecisions),
      about: v.picklist(gateSubjects),
      answer: v.exactOptional(v.literal('deny')),
      reason: text,
      rules: texts,
      at: text,
    }),
  ),
);

/** Fields of most events: the time (UTC ISO 8601) and the derived context; without `node` it is the root. */
const placed = { at: text, node: text };

const invoked = {
  ...placed,
  function: FunctionNameSchema,
  args: v.exactOptional(anyValue),
  /** `pending`: the call waits, for example for an approval. `no_result`: the result is not recorded. */
  outcome: v.picklist(['ok', 'error', 'blocked_before', 'blocked_after', 'pending', 'no_result']),
  output: v.exactOptional(anyValue),
  /** Why it failed or was restricted, in words. */
  error: text,
  /** Child task of a delegation. */
  task_id: text,
  took_ms: duration,
  /** The model's own arguments, if bindings or transforms changed them. */
  passed: v.exactOptional(anyValue),
  gate,
};

/** The prompt and functions of a model call, if the agent's manifest defines them. */
const given = {
  /** The manifest's prompt, with the values of its expressions. */
  prompt: text,
  /** Expressions of the prompt that failed, in words. */
  problems: texts,
  /** Keys of the functions on offer. */
  functions: texts,
};

const plannedCall = { function: FunctionNameSchema, args: v.exactOptional(anyValue) };

const events = {
  /** The user's message with the agent's parameters. Makes an `input` turn. */
  'input-received': {
    ...placed,
    /** Content parts: `{mimeType, text?, …}`. Other recorded values are kept; absent when there is none. */
    message,
    params: maybeRecord,
    /** The message that the model sees instead, when a guardrail transformed it. */
    shown: v.exactOptional(anyValue),
    gate,
  },
  /** One model call. Makes an `llm` turn; an answer to the user is an `output-sent` right after it. */
  'model-called': {
    ...placed,
    /** Of this call alone. A missing number makes that running sum unknown until `tokens-totalled`. */
    tokens,
    text,
    /** A remark on a call without recorded text, in brackets because it is not a quotation: `[thinking]`. */
    remark: text,
    /** What the model thought before it answered; no rule sees it. */
    thinking: text,
    planned: v.exactOptional(list(fields(plannedCall))),
    model: text,
    took_ms: duration,
    given: v.exactOptional(fields(given)),
    gate,
  },
  /** The model's use of a capability, whether it ran or was stopped. Makes a `capability` turn. */
  'capability-invoked': invoked,
  /** An `invoke` step of the middleware: recorded under its own function, but not a turn. */
  'result-recorded': invoked,
  /** The agent's answer with its `exposes` values. It belongs to the turn before it and makes none. */
  'output-sent': {
    ...placed,
    message,
    exposes: maybeRecord,
    /** Expressions of `exposes` that failed, in words. */
    problems: texts,
  },
  /** A turn of which only the kind is recorded. */
  'turn-recorded': {
    ...placed,
    kind: v.picklist(['input', 'capability']),
  },
  /** The running sums from here on, as the recording states them; an absent one is unknown from here on. */
  'tokens-totalled': {
    node: text,
    ...tokenCounts,
  },
  /**
   * Values under `context` that the recording states explicitly, although its own lists give something else. They apply from
   * here on. An absent value means that this place is unknown from here on.
   */
  'values-stated': {
    node: text,
    values: list(fields({ path: list(v.string()), value: v.exactOptional(anyValue) })),
  },
  /** The tools that the model can call, as a request or a server describes them: from here on. */
  'tools-defined': toolsDefined,
  /** Time passed without another event. */
  'clock-advanced': {
    seconds: amount,
  },
  /** `mount.write()`: a file of the agent's mount has this text from here on. */
  'file-written': {
    path: v.string(),
    text: v.string(),
    /** The mount, unless it is the root task's. */
    mount: text,
  },
  /** A delegation began: from here on, events of this node belong to a task of their own. */
  'task-created': {
    /** The child's id. */
    node: v.string(),
    /** The task that delegated; when absent, the root. */
    parent: text,
    /** The agent's own name. */
    agent: v.string(),
    at: text,
    /** The child's header in a snapshot, where the agent has no manifest. */
    header: v.exactOptional(TaskHeaderSchema),
  },
  /** A call waits until a review is decided or a child task has answered. */
  'call-held': {
    ...placed,
    /** Names the wait from here on. */
    token: v.string(),
    awaits: v.union([fields({ review: v.string() }), fields({ task_id: v.string() })]),
    /** The progress of the call, so that it can continue. */
    course: CourseSchema,
  },
  /** A user approved or denied the review of a call. */
  'review-decided': {
    ...placed,
    token: v.string(),
    user: v.string(),
    approved: v.boolean(),
    reason: text,
  },
  /** A wait is over, with the result of the operation that waited. */
  'wait-settled': {
    token: v.string(),
    resolves: v.exactOptional(anyValue),
    rejects: maybeRecord,
  },
  /** The phase of a task that a snapshot states explicitly. */
  'status-stated': {
    node: text,
    phase: v.picklist(['idle', 'processing']),
  },
  /** An unrecoverable error: the task is over. */
  failed: {
    error: v.string(),
    ...placed,
  },
  /** A configured limit was exceeded: the task is over. */
  'limit-exceeded': {
    limit: v.picklist(limitNames),
    ...placed,
  },
  /** A `lock_task` outcome: the task is over. */
  locked: {
    reason: text,
    /** The answer that a guardrail withheld from the user. */
    withheld: v.exactOptional(anyValue),
    ...placed,
  },
  /** The runtime closed the task. */
  closed: placed,
} satisfies EventTable;

/**
 * The events of a task, in order. Session files hold them in this form.
 * A field that is absent means *the recording does not say*; null means null.
 */
export type TaskEvent = TaskEventOf<keyof typeof events>;

type TaskEventOf<Type extends keyof typeof events> = EventOf<typeof events, Type>;

export type InputReceived = TaskEventOf<'input-received'>;
export type ModelCalled = TaskEventOf<'model-called'>;
export type CapabilityInvoked = TaskEventOf<'capability-invoked'>;
export type ResultRecorded = TaskEventOf<'result-recorded'>;
export type OutputSent = TaskEventOf<'output-sent'>;
export type TokensTotalled = TaskEventOf<'tokens-totalled'>;
export type ValuesStated = TaskEventOf<'values-stated'>;
export type ToolsDefined = TaskEventOf<'tools-defined'>;
export type TaskCreated = TaskEventOf<'task-created'>;
export type CallHeld = TaskEventOf<'call-held'>;
export type ReviewDecided = TaskEventOf<'review-decided'>;

export type GivenToModel = Fields<typeof given>;
export type PlannedCall = Fields<typeof plannedCall>;
export type TokenNumbers = Fields<typeof callTokens>;
export type CallOutcome = CapabilityInvoked['outcome'];
export type Awaited = CallHeld['awaits'];

/** Unknown fields are kept. */
export const TaskEventSchema = eventSchema(events);
