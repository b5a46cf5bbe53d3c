import type { Growing } from '../../model/growing.ts';
import { double, ListView, MapView, Unknown, type Value } from '../../model/value.ts';
import { DictView, dictView, presentValue } from './present.ts';
import type { SessionEvent } from './session-event.ts';
import { callable, contextFields, viewFields, type AdkState, type Slot } from './state.ts';

/**
 * The objects of a run as a program sees them. They are live, because `state` returns the newest state at each call,
 * and all holders of an object get the same view of it.
 */
export class Views {
  readonly #state: () => AdkState;
  readonly #contexts = new Map<string, ContextView>();
  readonly #sessions = new Map<string, SessionView>();

  constructor(state: () => AdkState) {
    this.#state = state;
  }

  context(id: string): ContextView {
    const view = this.#contexts.get(id) ?? new ContextView(id, this.#state, this);
    this.#contexts.set(id, view);
    return view;
  }

  session(id: string): SessionView {
    const view = this.#sessions.get(id) ?? new SessionView(id, this.#state, this);
    this.#sessions.set(id, view);
    return view;
  }

  dict(id: string): DictView | null {
    const { dicts, changed } = this.#state();
    const dict = dicts.get(id);
    return dict === undefined ? null : dictView(dict, changed, id);
  }

  /** The events that a callback received. */
  calls(id: string): Value | undefined {
    const calls = this.#state().callbacks.get(id);
    return calls === undefined ? undefined : new EventsView(calls, this.#state().changed, this);
  }

  slot(slot: Slot | undefined, field: string): Value {
    if (slot === undefined) return new Unknown([['adk', field]]);
    if ('dict' in slot) return this.dict(slot.dict);
    if ('session' in slot) return this.session(slot.session);
    if ('callback' in slot) return callable;
    return presentValue(slot.value, this.#state().changed);
  }
}

/** A Context, or a ReadonlyContext or CallbackContext that wraps one. */
export class ContextView extends MapView {
  readonly id: string;
  readonly #state: () => AdkState;
  readonly #views: Views;

  constructor(id: string, state: () => AdkState, views: Views) {
    super();
    this.id = id;
    this.#state = state;
    this.#views = views;
  }

  override get(key: string): Value | undefined {
    const entry = this.#state().contexts.get(this.id);
    if (entry === undefined) return undefined;
    if (entry.kind === 'context') {
      const isField = (contextFields as readonly string[]).includes(key) || Object.hasOwn(entry.fields, key);
      return isField ? this.#views.slot(entry.fields[key], key) : undefined;
    }
    if (viewFields.includes(key)) {
      const value = this.#views.context(entry.contextId).get(key);
      // Python creates a new proxy at each access.
      return entry.kind === 'readonly' && value instanceof DictView ? value.proxy() : value;
    }
    if (key !== 'actions' || entry.kind !== 'callback') return undefined;
    return { ...entry.actions, state_delta: this.#views.dict(entry.delta) };
  }

  override keys(): readonly string[] {
    const entry = this.#state().contexts.get(this.id);
    if (entry?.kind !== 'context') return entry?.kind === 'callback' ? [...viewFields, 'actions'] : viewFields;
    const extraFields = Object.keys(entry.fields).filter((key) => !(contextFields as readonly string[]).includes(key));
    return [...contextFields, ...extraFields];
  }
}

const sessionFields = ['id', 'app_name', 'user_id', 'state', 'events', 'last_update_time'];

export class SessionView extends MapView {
  readonly id: string;
  readonly #state: () => AdkState;
  readonly #views: Views;

  constructor(id: string, state: () => AdkState, views: Views) {
    super();
    this.id = id;
    this.#state = state;
    this.#views = views;
  }

  override get(key: string): Value | undefined {
    const session = this.#state().sessions.get(this.id);
    if (session === undefined) return undefined;
    switch (key) {
      case 'id':
      case 'app_name':
      case 'user_id':
        return session[key];
      case 'state':
        return this.#views.dict(session.dict);
      case 'events': {
        const log = this.#state().logs.get(session.log);
        return log === undefined ? [] : new EventsView(log, this.#state().changed, session.log);
      }
      case 'last_update_time':
        return session.last_update_time === undefined
          ? new Unknown([['adk', 'session', key]])
          : double(session.last_update_time);
      default:
        return Object.hasOwn(session.extraFields, key) ? session.extraFields[key] : undefined;
    }
  }

  override keys(): readonly string[] {
    return [...sessionFields, ...Object.keys(this.#state().sessions.get(this.id)?.extraFields ?? {})];
  }
}

class EventsView extends ListView {
  override readonly column: object;
  readonly #events: Growing<SessionEvent>;
  readonly #changed: AdkState['changed'];

  constructor(events: Growing<SessionEvent>, changed: AdkState['changed'], column: object) {
    super();
    this.column = column;
    this.#events = events;
    this.#changed = changed;
  }

  get length(): number {
    return this.#events.length;
  }

  at(index: number): Value {
    return presentValue(this.#events.at(index) ?? null, this.#changed);
  }
}
