import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import { toolsDefined } from '../tools-defined.ts';
import { eventSchema, fields, list, type EventOf, type EventTable } from '../event-table.ts';
import { anyValue, number, record, text } from '../fields.ts';
import type { SessionEvent } from './session-event.ts';

const context = v.string();
const event = v.custom<SessionEvent>(
  (value) => isRecord(value) && typeof value['type'] === 'string',
  'An event was expected',
);
const slot = v.union([
  fields({ dict: v.string() }),
  fields({ session: v.string() }),
  fields({ callback: v.string() }),
  fields({ value: anyValue }),
]);

const events = {
  /**
   * A Context was constructed. Missing arguments have their defaults in `fields`; the session was opened by an earlier
   * event.
   */
  'context-created': {
    context,
    fields: record,
    session: text,
    /** The session whose state was copied, as a runner does. Without it, `fields` contains the state. */
    state_of: text,
  },
  /** The tools that the model can call, as the recording describes them: from here on. */
  'tools-defined': toolsDefined,
  /** A program reuses a name: from now on it refers to this context or session instead of the earlier one. */
  'name-given': {
    name: v.string(),
    to: v.string(),
  },
  /** A session object was created or loaded. `data` contains its state and events at that time. */
  'session-opened': {
    session: v.string(),
    data: record,
  },
  /**
   * `update_session()` creates another object with the values merged. Holders of the old object do not see the change.
   */
  'session-copied': {
    session: v.string(),
    from: v.string(),
    values: v.exactOptional(record),
    now: v.exactOptional(number),
  },
  /** The session service stores this session under the id from now on. */
  'session-stored': {
    id: v.string(),
    session: v.string(),
  },
  'session-removed': {
    id: v.string(),
  },
  /** A copy for another agent, made by `derive()` or a transfer. Everything but agent name and branch is shared. */
  'context-derived': {
    context,
    from: v.string(),
    agent_name: v.string(),
    branch: v.string(),
  },
  /** `clear_session()`: a copy with a new, empty session, or without a session if the original had none. */
  'session-cleared': {
    context,
    from: v.string(),
    session: text,
  },
  'view-opened': {
    context,
    from: v.string(),
    view: v.picklist(['readonly', 'callback']),
  },
  'state-set': {
    context,
    key: v.string(),
    value: anyValue,
  },
  'state-deleted': {
    context,
    key: v.string(),
  },
  /** `state` of a CallbackContext was assigned. */
  'state-merged': {
    context,
    values: record,
  },
  /** An object inside the state was changed in place. */
  'nested-set': {
    context,
    path: list(v.union([v.string(), v.number()])),
    value: anyValue,
  },
  /** A field of a context was assigned: a value, or an object that is shared with another holder. */
  'field-set': {
    context,
    field: v.string(),
    slot,
    /** The value is from an export at the end of the run: who set it, and when, is not recorded. */
    exported: v.exactOptional(v.literal(true)),
  },
  'delta-set': {
    context,
    key: v.string(),
    value: anyValue,
  },
  'action-set': {
    context,
    field: v.string(),
    value: anyValue,
  },
  /** An event callback was called. This does not add the event to a session. */
  'event-pushed': {
    callback: v.string(),
    event,
  },
  /** An agent yielded an event to its caller. This does not add the event to a session. */
  'event-yielded': {
    event,
  },
  /** A partial event (`partial`), sent while the answer was being generated. No session keeps it. */
  'event-streamed': {
    event,
  },
  'event-appended': {
    event,
    /** Absent: the main session. */
    session: text,
    /** Unix seconds: the clock of the session service, where it differs from the event's own timestamp. */
    now: v.exactOptional(number),
  },
} satisfies EventTable;

/**
 * The events of a run, in order. Session files contain them in exactly this form. A recorded session is a list of
 * `event-appended`, plus an `event-streamed` for each partial event, which no session keeps.
 */
export type AdkEvent = AdkEventOf<keyof typeof events>;

type AdkEventOf<Type extends keyof typeof events> = EventOf<typeof events, Type>;

export type SessionCopied = AdkEventOf<'session-copied'>;
export type SessionCleared = AdkEventOf<'session-cleared'>;
export type NestedSet = AdkEventOf<'nested-set'>;
export type EventAppended = AdkEventOf<'event-appended'>;

/** Unknown fields are accepted. */
export const AdkEventSchema = eventSchema(events);
