import type { RecordValue } from '../../model/value.ts';
import type { A2aEvent } from './event.ts';

/**
 * Data that middleware passes to the turn of one request, such as tokens and headers, and that must never be stored. It is
 * attached to the event in memory only, so that no file, export, link or message to another thread can contain it.
 */
export class RequestContext {
  readonly #value: RecordValue;

  constructor(value: RecordValue) {
    this.#value = value;
  }

  reveal(): RecordValue {
    return this.#value;
  }
}

const contexts = new WeakMap<A2aEvent, RequestContext>();

export function withRequestContext<E extends A2aEvent>(event: E, value: RecordValue | undefined): E {
  if (value !== undefined) contexts.set(event, new RequestContext(value));
  return event;
}

/** Null for an event that was read from a file, because the request context is never written. */
export const requestContextOf = (event: A2aEvent): RequestContext | null => contexts.get(event) ?? null;
