import { entry, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { apply } from '../apply.ts';
import type { CallEvent } from '../event.ts';
import { resolveData } from '../resolve-data.ts';
import type { CallState } from '../state.ts';
import { resolveText } from '../template.ts';
import type { CallDecided } from './operation.ts';

export type Fault = RecordValue & { readonly kind: string };

/** Several steps of one operation, each of which sees what those before it did. */
export class Running {
  readonly events: CallEvent[] = [];
  #state: CallState;

  constructor(state: CallState) {
    this.#state = state;
  }

  get state(): CallState {
    return this.#state;
  }

  happen(event: CallEvent): void {
    this.events.push(event);
    this.#state = apply(this.#state, event);
  }

  /** Takes over what a step decided; the fault if it was refused. */
  take(decided: CallDecided): Fault | undefined {
    if (decided.kind === 'done') for (const event of decided.events) this.happen(event);
    return decided.kind === 'refused' ? decided.error : undefined;
  }

  text(template: string): string {
    const { text, missed } = resolveText(this.#state, template);
    this.#miss(missed);
    return text;
  }

  data(template: Value): Value {
    const { value, missed } = resolveData(this.#state, template);
    this.#miss(missed);
    return value;
  }

  fail(fault: Fault): void {
    const message = entry(fault, 'message');
    const path = entry(fault, 'path');
    this.happen({
      type: 'operation-failed',
      kind: fault.kind,
      message: typeof message === 'string' ? message : fault.kind,
      ...(typeof path === 'string' ? { path } : {}),
    });
  }

  /** Each gap is on record once for a text, however often it stands there. */
  #miss(paths: readonly string[]): void {
    for (const path of new Set(paths)) this.happen({ type: 'placeholder-missed', path });
  }
}

export const recordOf = (value: Value | undefined): RecordValue =>
  value !== undefined && isRecord(value) ? value : {};
