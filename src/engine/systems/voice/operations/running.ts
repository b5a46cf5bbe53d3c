import { entry, isRecord, type RecordValue, type Value, isList } from '../../../model/value.ts';
import { apply } from '../apply.ts';
import type { CallEvent } from '../event.ts';
import type { CallState } from '../state.ts';
import { resolveText, lookUp, onlyPlaceholder } from '../template.ts';
import type { CallDecided } from './operation.ts';
import { isTooLarge, plain } from '../plain.ts';

export type Fault = RecordValue & { readonly kind: string };

/** Runs several steps of one operation; each sees the effects of those before it. */
export class Running {
  readonly events: CallEvent[] = [];
  #state: CallState;

  constructor(state: CallState) {
    this.#state = state;
  }

  get state(): CallState {
    return this.#state;
  }

  emit(event: CallEvent): void {
    this.events.push(event);
    this.#state = apply(this.#state, event);
  }

  /** Applies the decision of a step; returns the fault if the step was refused. */
  accept(decided: CallDecided): Fault | undefined {
    if (decided.kind === 'done') for (const event of decided.events) this.emit(event);
    return decided.kind === 'refused' ? decided.error : undefined;
  }

  text(template: string): string {
    const { text, missed } = resolveText(this.#state, template);
    this.#recordMisses(missed);
    return text;
  }

  data(template: Value): Value {
    const { value, missed } = resolveData(this.#state, template);
    this.#recordMisses(missed);
    return value;
  }

  fail(fault: Fault): void {
    const message = entry(fault, 'message');
    const path = entry(fault, 'path');
    this.emit({
      type: 'operation-failed',
      kind: fault.kind,
      message: typeof message === 'string' ? message : fault.kind,
      ...(typeof path === 'string' ? { path } : {}),
    });
  }

  /** Records each gap once per text, even if it occurs several times. */
  #recordMisses(paths: readonly string[]): void {
    for (const path of new Set(paths)) this.emit({ type: 'placeholder-missed', path });
  }
}

export const recordOf = (value: Value | undefined): RecordValue =>
  value !== undefined && isRecord(value) ? value : {};

interface ResolvedData {
  readonly value: Value;
  /** Paths of the placeholders that stayed in texts. */
  readonly missed: readonly string[];
}

/**
 * `resolve_dict`: resolves every text inside objects and lists; keys and other values stay. A text that is exactly one
 * placeholder becomes the value itself, with its type. The input is not changed.
 */
export function resolveData(state: CallState, data: Value): ResolvedData {
  const missed: string[] = [];
  return { value: resolved(data), missed };

  function resolved(value: Value): Value {
    if (typeof value === 'string') return resolvedText(value);
    if (isList(value)) return Array.from(value, resolved);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, resolved(element)]));
  }

  function resolvedText(text: string): Value {
    const path = onlyPlaceholder(text);
    if (path === undefined) {
      const filled = resolveText(state, text);
      missed.push(...filled.missed);
      return filled.text;
    }
    const found = lookUp(state, path);
    if (found.kind !== 'unresolved' && !isTooLarge(found.value)) return plain(found.value);
    missed.push(path);
    return text;
  }
}
