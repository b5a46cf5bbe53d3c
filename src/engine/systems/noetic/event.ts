import * as v from 'valibot';
import { eventSchema, fields, list, type EventOf, type EventTable, type Fields } from '../event-table.ts';
import { amount, anyValue, record, text } from '../fields.ts';

const value = v.exactOptional(anyValue);
const placed = {
  node: text,
  /** UTC ISO 8601, where recorded. */
  at: text,
};
const tokens = { inputTokens: amount, outputTokens: amount, cachedTokens: v.exactOptional(amount) };
const mode = v.picklist(['queue', 'value', 'topic']);

const events = {
  'context-created': {
    ...placed,
    node: v.string(),
    /** Absent: the root. */
    parent: text,
    how: v.picklist(['spawn', 'parallel', 'nest']),
    id: text,
    threadId: text,
    /** Items that layers pass to a spawned child. */
    items: v.exactOptional(list(anyValue)),
    /** For parallel branches: in a race, the winner's state replaces the parent's. */
    mode: v.exactOptional(v.picklist(['all', 'race', 'settle'])),
    /** The step that created the branch: branches of one step race against each other. */
    stepId: text,
  },
  'context-restored': {
    ...placed,
    node: v.string(),
    executionId: v.string(),
    /** The snapshot, if it did not come from this run's own store. */
    snapshot: v.exactOptional(record),
    /** The state provided by the host, because snapshots do not contain it. */
    state: value,
    parent: text,
  },
  'context-settled': placed,
  'execution-closed': placed,
  'item-appended': {
    ...placed,
    item: anyValue,
  },
  /** Added by importers: the recording has no output of this call. */
  'output-missing': {
    ...placed,
    callId: v.string(),
  },
  'step-dispatched': {
    ...placed,
    stepId: text,
  },
  'step-entered': {
    ...placed,
    stepId: v.string(),
    input: value,
  },
  'step-left': placed,
  'step-failed': {
    ...placed,
    error: record,
  },
  /** Tokens and cost of a model call without further details. */
  'usage-accounted': {
    ...placed,
    ...tokens,
    cost: v.exactOptional(v.pipe(v.number(), v.finite())),
    /** `run`: the sum over all model calls so far; the counts of single calls are unknown. */
    of: v.exactOptional(v.picklist(['call', 'run'])),
  },
  /** The end of a model step: the last `responded` items of the log are its response. */
  'model-called': {
    ...placed,
    model: text,
    responded: v.pipe(amount, v.safeInteger()),
    usage: v.exactOptional(fields(tokens)),
    cost: v.exactOptional(v.pipe(v.number(), v.finite())),
  },
  /** The parts of a model call's context window: `lastLayerUsage`. */
  'window-measured': {
    ...placed,
    usage: record,
  },
  'state-replaced': {
    ...placed,
    value: anyValue,
  },
  'state-written': {
    ...placed,
    path: list(v.union([v.string(), v.number()])),
    value: anyValue,
  },
  'directory-changed': {
    ...placed,
    cwd: v.string(),
  },
  completed: {
    ...placed,
    value,
  },
  aborted: {
    ...placed,
    reason: text,
  },
  'channel-declared': {
    label: v.string(),
    name: text,
    mode,
    capacity: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
    external: v.exactOptional(v.boolean()),
  },
  /** The first use of a channel. It fixes the mode; later declarations of the same name do not change it. */
  'channel-opened': {
    channel: v.string(),
    mode,
    capacity: v.pipe(v.number(), v.safeInteger()),
  },
  'value-sent': {
    ...placed,
    channel: v.string(),
    value: anyValue,
    /** `dropped`: the queue was full and the sender internal. */
    to: v.picklist(['buffer', 'current', 'receivers', 'dropped']),
    handle: text,
  },
  /** The oldest value was dropped to make room. */
  'value-dropped': {
    channel: v.string(),
    value: anyValue,
  },
  'value-taken': {
    ...placed,
    channel: v.string(),
    value: anyValue,
  },
  'wait-began': {
    ...placed,
    token: v.string(),
    channel: v.string(),
    kind: v.picklist(['recv', 'send']),
    /** Milliseconds; absent: without limit. */
    timeout: v.exactOptional(amount),
    /** The value of a waiting sender. */
    value,
  },
  'wait-settled': {
    token: v.string(),
    resolves: value,
    rejects: v.exactOptional(record),
  },
  'handle-opened': {
    ...placed,
    handle: v.string(),
    channel: v.string(),
  },
  'layer-state-set': {
    ...placed,
    layer: v.string(),
    state: anyValue,
    /** The function that set it; absent: the layer's owner. */
    by: text,
  },
  /** The Context object was exported: its fields at that time, under the library's names. */
  'context-recorded': {
    ...placed,
    fields: record,
  },
  'checkpoint-saved': placed,
  'item-type-registered': {
    itemType: v.string(),
  },
  /** Virtual time passed. */
  'clock-advanced': {
    ms: amount,
  },
} satisfies EventTable;

/**
 * The events of a run, in order. Session files contain them in exactly this form. `node` names the context (absent for
 * the root); `channel` is the channel's name, under which its state is stored.
 */
export type NoeticEvent = NoeticEventOf<keyof typeof events>;

type NoeticEventOf<Type extends keyof typeof events> = EventOf<typeof events, Type>;

export type ModelCalled = NoeticEventOf<'model-called'>;

export type TokenUsage = Fields<typeof tokens>;
export type Descent = NoeticEventOf<'context-created'>['how'];
export type ParallelMode = NonNullable<NoeticEventOf<'context-created'>['mode']>;

/** Creation, restoration and end of contexts. */
export type ContextEvent = NoeticEventOf<
  'context-created' | 'context-restored' | 'context-settled' | 'execution-closed'
>;

export type StepEvent = NoeticEventOf<'step-dispatched' | 'step-entered' | 'step-left' | 'step-failed'>;

export type StateEvent = NoeticEventOf<'state-replaced' | 'state-written' | 'directory-changed'>;

export type LifecycleEvent = NoeticEventOf<'completed' | 'aborted'>;

export type ChannelEvent = NoeticEventOf<
  | 'channel-declared'
  | 'channel-opened'
  | 'value-sent'
  | 'value-dropped'
  | 'value-taken'
  | 'wait-began'
  | 'wait-settled'
  | 'handle-opened'
>;

/** Unknown fields are accepted. */
export const NoeticEventSchema = eventSchema(events);
