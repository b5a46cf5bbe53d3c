import * as v from 'valibot';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { anyValue, number, record, text } from '../fields.ts';
import type { Slot } from './state.ts';
import type { SessionEvent } from './session-event.ts';

/**
 * The events of a run, in order. Session files contain them in exactly this form. A recorded session is a list of
 * `event-appended`, plus an `event-streamed` for each partial event, which no session keeps.
 */
export type AdkEvent =
  | ContextCreated
  | NameGiven
  | SessionOpened
  | SessionCopied
  | SessionStored
  | SessionRemoved
  | ContextDerived
  | SessionCleared
  | ViewOpened
  | StateSet
  | StateDeleted
  | StateMerged
  | NestedSet
  | FieldSet
  | DeltaSet
  | ActionSet
  | EventPushed
  | EventYielded
  | EventStreamed
  | EventAppended;

/**
 * A Context was constructed. Missing arguments have their defaults in `fields`; the session was opened by an earlier
 * event.
 */
export interface ContextCreated {
  readonly type: 'context-created';
  readonly context: string;
  readonly fields: RecordValue;
  readonly session?: string;
  /** The session whose state was copied, as a runner does. Without it, `fields` contains the state. */
  readonly state_of?: string;
}

/** A program reuses a name: from now on it refers to this context or session instead of the earlier one. */
export interface NameGiven {
  readonly type: 'name-given';
  readonly name: string;
  readonly to: string;
}

/** A session object was created or loaded. `data` contains its state and events at that time. */
export interface SessionOpened {
  readonly type: 'session-opened';
  readonly session: string;
  readonly data: RecordValue;
}

/**
 * `update_session()` creates another object with the values merged. Holders of the old object do not see the change.
 */
export interface SessionCopied {
  readonly type: 'session-copied';
  readonly session: string;
  readonly from: string;
  readonly values?: RecordValue;
  readonly now?: number;
}

/** The session service stores this session under the id from now on. */
export interface SessionStored {
  readonly type: 'session-stored';
  readonly id: string;
  readonly session: string;
}

export interface SessionRemoved {
  readonly type: 'session-removed';
  readonly id: string;
}

/** A copy for another agent, made by `derive()` or a transfer. Everything but agent name and branch is shared. */
export interface ContextDerived {
  readonly type: 'context-derived';
  readonly context: string;
  readonly from: string;
  readonly agent_name: string;
  readonly branch: string;
}

/** `clear_session()`: a copy with a new, empty session, or without a session if the original had none. */
export interface SessionCleared {
  readonly type: 'session-cleared';
  readonly context: string;
  readonly from: string;
  readonly session?: string;
}

export interface ViewOpened {
  readonly type: 'view-opened';
  readonly context: string;
  readonly from: string;
  readonly view: 'readonly' | 'callback';
}

export interface StateSet {
  readonly type: 'state-set';
  readonly context: string;
  readonly key: string;
  readonly value: Value;
}

export interface StateDeleted {
  readonly type: 'state-deleted';
  readonly context: string;
  readonly key: string;
}

/** `state` of a CallbackContext was assigned. */
export interface StateMerged {
  readonly type: 'state-merged';
  readonly context: string;
  readonly values: RecordValue;
}

/** An object inside the state was changed in place. */
export interface NestedSet {
  readonly type: 'nested-set';
  readonly context: string;
  readonly path: readonly (string | number)[];
  readonly value: Value;
}

/** A field of a context was assigned: a value, or an object that is shared with another holder. */
export interface FieldSet {
  readonly type: 'field-set';
  readonly context: string;
  readonly field: string;
  readonly slot: Slot;
}

export interface DeltaSet {
  readonly type: 'delta-set';
  readonly context: string;
  readonly key: string;
  readonly value: Value;
}

export interface ActionSet {
  readonly type: 'action-set';
  readonly context: string;
  readonly field: string;
  readonly value: Value;
}

/** An event callback was called. This does not add the event to a session. */
export interface EventPushed {
  readonly type: 'event-pushed';
  readonly callback: string;
  readonly event: SessionEvent;
}

/** An agent yielded an event to its caller. This does not add the event to a session. */
export interface EventYielded {
  readonly type: 'event-yielded';
  readonly event: SessionEvent;
}

/** A partial event (`partial`), sent while the answer was being generated. No session keeps it. */
export interface EventStreamed {
  readonly type: 'event-streamed';
  readonly event: SessionEvent;
}

export interface EventAppended {
  readonly type: 'event-appended';
  readonly event: SessionEvent;
  /** Absent: the main session. */
  readonly session?: string;
  /** Unix seconds: the clock of the session service, where it differs from the event's own timestamp. */
  readonly now?: number;
}

const context = v.string();
const event = v.custom<SessionEvent>(
  (value) => isRecord(value) && typeof value['type'] === 'string',
  'An event was expected',
);
const slot: v.GenericSchema<unknown, Slot> = v.union([
  v.looseObject({ dict: v.string() }),
  v.looseObject({ session: v.string() }),
  v.looseObject({ callback: v.string() }),
  v.looseObject({ value: anyValue }),
]);

/** Loose: unknown fields are accepted. */
export const AdkEventSchema: v.GenericSchema<unknown, AdkEvent> = v.variant('type', [
  v.looseObject({
    type: v.literal('context-created'),
    context,
    fields: record,
    session: text,
    state_of: text,
  }),
  v.looseObject({ type: v.literal('name-given'), name: v.string(), to: v.string() }),
  v.looseObject({ type: v.literal('session-opened'), session: v.string(), data: record }),
  v.looseObject({
    type: v.literal('session-copied'),
    session: v.string(),
    from: v.string(),
    values: v.exactOptional(record),
    now: v.exactOptional(number),
  }),
  v.looseObject({ type: v.literal('session-stored'), id: v.string(), session: v.string() }),
  v.looseObject({ type: v.literal('session-removed'), id: v.string() }),
  v.looseObject({
    type: v.literal('context-derived'),
    context,
    from: v.string(),
    agent_name: v.string(),
    branch: v.string(),
  }),
  v.looseObject({ type: v.literal('session-cleared'), context, from: v.string(), session: text }),
  v.looseObject({
    type: v.literal('view-opened'),
    context,
    from: v.string(),
    view: v.picklist(['readonly', 'callback']),
  }),
  v.looseObject({ type: v.literal('state-set'), context, key: v.string(), value: anyValue }),
  v.looseObject({ type: v.literal('state-deleted'), context, key: v.string() }),
  v.looseObject({ type: v.literal('state-merged'), context, values: record }),
  v.looseObject({
    type: v.literal('nested-set'),
    context,
    path: v.array(v.union([v.string(), v.number()])),
    value: anyValue,
  }),
  v.looseObject({ type: v.literal('field-set'), context, field: v.string(), slot }),
  v.looseObject({ type: v.literal('delta-set'), context, key: v.string(), value: anyValue }),
  v.looseObject({ type: v.literal('action-set'), context, field: v.string(), value: anyValue }),
  v.looseObject({ type: v.literal('event-pushed'), callback: v.string(), event }),
  v.looseObject({ type: v.literal('event-yielded'), event }),
  v.looseObject({ type: v.literal('event-streamed'), event }),
  v.looseObject({ type: v.literal('event-appended'), event, session: text, now: v.exactOptional(number) }),
]);
