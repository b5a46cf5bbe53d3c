import { entry, isRecord, MapView, type RecordValue, type Value } from '../../../model/value.ts';
import type { Decided, OperationCall, OperationSpec } from '../../machine.ts';
import { optional } from '../../parameters.ts';
import { applyDecided } from '../apply.ts';
import type { AdkEvent } from '../event.ts';
import { newEvent } from '../new-event.ts';
import { plain } from '../present.ts';
import { numberOf, type SessionEvent } from '../session-event.ts';
import { rootContext, type AdkState, type Context, type View } from '../state.ts';
import { ContextView, SessionView, Views } from '../views.ts';

/** An operation that a program may call, and the function that decides its result. */
export interface Operation extends OperationSpec {
  decide(ask: Ask): Decided<AdkEvent>;
}

/** Errors named by the vectors come first; the rest cover calls that Python would reject too. */
export type ErrorKind =
  | 'validation_error'
  | 'unknown_field'
  | 'read_only'
  | 'key_error'
  | 'not_serialisable'
  | 'type_error'
  | 'unknown_object'
  | 'unknown_operation';

/** One call in one state: reads the arguments, collects the events, and applies them to the state as it goes. */
export class Ask {
  readonly call: OperationCall;
  readonly events: AdkEvent[] = [];
  #state: AdkState;

  constructor(state: AdkState, call: OperationCall) {
    this.#state = state;
    this.call = call;
  }

  get state(): AdkState {
    return this.#state;
  }

  /** The id of the object that the operation is called on. */
  get on(): string {
    return this.idOf(this.call.on ?? rootContext);
  }

  /** The id that a name currently refers to. */
  idOf(name: string): string {
    return this.#state.names.get(name) ?? name;
  }

  get target(): Context | View | undefined {
    return this.#state.contexts.get(this.on);
  }

  /** The argument, checked against the operation’s parameters; undefined if it is missing. */
  arg(name: string): Value | undefined {
    return Object.hasOwn(this.call.args, name) ? this.call.args[name] : undefined;
  }

  /** The argument as plain data, as an event can carry it. */
  plainArg(name: string): Value {
    return plain(this.arg(name) ?? null);
  }

  /** Empty where the argument is left out; the validator has refused a call without a required one. */
  text(name: string): string {
    return this.optionalText(name) ?? '';
  }

  optionalText(name: string): string | undefined {
    const value = this.arg(name);
    return typeof value === 'string' ? value : undefined;
  }

  emit(event: AdkEvent): void {
    this.events.push(event);
    this.#state = applyDecided(this.#state, event);
  }

  done(returns: Value = null): Decided<AdkEvent> {
    return { kind: 'done', events: this.events, returns };
  }

  /** The result of an operation that created a context or view. */
  made(id: string): Decided<AdkEvent> {
    this.#bindRequestedName(id);
    return this.done(this.views.context(id));
  }

  madeSession(id: string): Decided<AdkEvent> {
    this.#bindRequestedName(id);
    return this.done(this.views.session(id));
  }

  /** As in Python, a reused name refers to the new object; the old object keeps its id. */
  #bindRequestedName(id: string): void {
    const { as } = this.call;
    if (as !== undefined && this.idOf(as) !== id) this.emit({ type: 'name-given', name: as, to: id });
  }

  get views(): Views {
    const state = this.#state;
    return new Views(() => state);
  }

  /** An unused name: the preferred one, or one derived from it. */
  freeName(preferred: string, isTaken: (name: string) => boolean): string {
    if (!isTaken(preferred)) return preferred;
    let number = this.#state.idCount + 1;
    while (isTaken(`${preferred}-${number}`)) number += 1;
    return `${preferred}-${number}`;
  }

  contextName(otherwise: string): string {
    const { contexts, names } = this.#state;
    return this.freeName(this.call.as ?? otherwise, (name) => contexts.has(name) || names.has(name));
  }

  sessionName(preferred = 'session'): string {
    const { sessions, names } = this.#state;
    return this.freeName(preferred, (name) => sessions.has(name) || names.has(name));
  }

  /** The session that an argument refers to: by object, by name, or as `context.session`. */
  session(name: string): string | undefined {
    const given = this.arg(name);
    if (given instanceof SessionView) return given.id;
    return typeof given === 'string' ? this.sessionNamed(given) : undefined;
  }

  sessionNamed(reference: string): string | undefined {
    const context = reference.endsWith('.session')
      ? this.#state.contexts.get(this.idOf(reference.slice(0, -'.session'.length)))
      : undefined;
    const slot = context?.kind === 'context' ? context.fields['session'] : undefined;
    if (slot !== undefined) return 'session' in slot ? slot.session : undefined;
    const named = this.idOf(reference);
    return this.#state.sessions.has(named) ? named : this.#state.store.get(reference);
  }

  /** Completes an event. The engine has no clock: without `now`, an event without a timestamp gets time zero. */
  event(given: Value): { readonly event: SessionEvent } | { readonly refused: Decided<AdkEvent> } {
    const made = newEvent(plain(given), {
      id: `event-${this.#state.idCount + 1}`,
      timestamp: this.now ?? 0,
    });
    return made.ok ? { event: made.value } : { refused: refused('validation_error', made.problem.field) };
  }

  get now(): number | undefined {
    return numberOf(this.arg('now'));
  }
}

export function refused(kind: ErrorKind, field: string, message?: string): Decided<AdkEvent> {
  return { kind: 'refused', error: { kind, field, message: message ?? messages[kind](field) } };
}

const messages: { readonly [K in ErrorKind]: (field: string) => string } = {
  validation_error: (field) => `“${field}” is missing or has the wrong type; values are not converted.`,
  unknown_field: (field) => `There is no “${field}” here.`,
  read_only: (field) => `“${field}” cannot be written through this view.`,
  key_error: (key) => `There is no key “${key}”.`,
  not_serialisable: (field) => `“${field}” holds a function, which JSON cannot represent.`,
  type_error: (field) => `The value of “${field}” does not support this operation.`,
  unknown_object: (name) => `There is no context “${name}”.`,
  unknown_operation: (name) => `There is no operation “${name}”.`,
};

/** The target of a method of Context; undefined for a view, which has no such methods. */
export function contextOf(ask: Ask): Context | undefined {
  const { target } = ask;
  return target?.kind === 'context' ? target : undefined;
}

/** The text of a field; empty if the field holds something else. */
export function textField(context: Context, field: string): string {
  const slot = context.fields[field];
  return slot !== undefined && 'value' in slot && typeof slot.value === 'string' ? slot.value : '';
}

/** The entries of a dict, from any kind of map; undefined for other values. */
export function entriesOf(value: Value | undefined): RecordValue | undefined {
  if (value instanceof ContextView || value instanceof SessionView || value === undefined) return undefined;
  if (value instanceof MapView) {
    return Object.fromEntries(value.keys().map((key) => [key, entry(value, key) ?? null] as const));
  }
  const record = plain(value);
  return isRecord(record) ? record : undefined;
}

export const now = optional('now', 'number', 'The time, in Unix seconds.');
