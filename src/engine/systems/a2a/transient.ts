import type { RecordValue } from '../../model/value.ts';
import type { A2aEvent } from './event.ts';

/**
 * What middleware hands to the turn of one request and nobody may keep: tokens, headers. It hangs on the event in
 * memory only, so no file, export, link or message to another thread can carry it.
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

/** Null for an event that was read from somewhere: whatever there was is gone. */
export const requestContextOf = (event: A2aEvent): RequestContext | null => contexts.get(event) ?? null;
