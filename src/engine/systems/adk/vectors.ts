import { ok } from '../../../base/result.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { valueAtProbe } from '../probes.ts';
import type { VectorOutcome, VectorRun, VectorStep, VectorSystem } from '../vectors.ts';
import type { AdkEvent } from './event.ts';
import { adkStartKeys, adkMachine } from './machine.ts';
import { presentValue } from './present.ts';
import { rootCallback, rootContext, type AdkState } from './state.ts';
import { ContextView, SessionView, Views } from './views.ts';

/** Runs the behaviour vectors of this system. Vectors are part of this project and trusted: a malformed one fails. */
export const adkVectors: VectorSystem = {
  known: adkStartKeys,
  operations: adkMachine.operations,
  start(given) {
    const started = adkMachine.start(given);
    return started.ok ? ok(new AdkRun(given, started.value)) : started;
  },
};

class AdkRun implements VectorRun {
  readonly #events: AdkEvent[] = [];
  readonly #labels = new Map<string, Value>();
  readonly #views = new Views(() => this.#state);
  readonly #given: RecordValue;
  #state: AdkState;

  constructor(given: RecordValue, state: AdkState) {
    this.#given = given;
    this.#state = state;
  }

  perform({ op, on: label, as }: VectorStep, args: RecordValue, on: Value | undefined): VectorOutcome {
    if (label !== undefined && !(on instanceof ContextView))
      return { throws: { kind: 'unknown_object', field: label } };
    const target = on instanceof ContextView ? { on: on.id } : {};
    const decided = adkMachine.decide(this.#state, { op, args: this.#resolveArguments(op, args), ...target });
    switch (decided.kind) {
      case 'refused':
        return { throws: decided.error };
      case 'ignored':
        return { ignored: true };
      default:
        for (const event of decided.events) {
          this.#state = adkMachine.apply(this.#state, event);
          this.#events.push(event);
        }
        return this.#returned(decided.kind === 'done' ? decided.returns : null, as);
    }
  }

  label(name: string): Value | undefined {
    // Only the outermost dict of a state is copied: inner objects are shared with the caller.
    if (name === 'given') return presentValue(this.#given, this.#state.changed);
    if (name === rootContext) return this.#views.context(rootContext);
    return name === rootCallback ? this.#views.calls(rootCallback) : undefined;
  }

  events(): readonly Value[] {
    return this.#events as readonly unknown[] as readonly Value[]; // events are plain data
  }

  snapshot(): Value {
    return adkMachine.toSnapshot(this.#state);
  }

  /** Returns live objects, so that a label shows later changes. */
  #returned(value: Value, as: string | undefined): VectorOutcome {
    const returns = this.#live(value);
    if (as !== undefined) this.#labels.set(as, returns);
    return { returns };
  }

  #live(value: Value): Value {
    if (value instanceof ContextView) return this.#views.context(value.id);
    return value instanceof SessionView ? this.#views.session(value.id) : value;
  }

  /**
   * Replaces probes in the arguments (paths by which vectors name objects) with the object, or with the machine's name
   * for it.
   */
  #resolveArguments(op: string, args: RecordValue): RecordValue {
    const { session, source, actions_from: from } = args;
    const resolved: { [name: string]: Value } = { ...args };
    if (typeof session === 'string') resolved['session'] = this.#probe(session) ?? session;
    if (op === 'import_session' && typeof source === 'string') resolved['source'] = this.#probe(source) ?? null;
    const view = typeof from === 'string' ? this.#labels.get(from) : undefined;
    if (view instanceof ContextView) resolved['actions_from'] = view.id;
    return resolved;
  }

  #probe(text: string): Value | undefined {
    return valueAtProbe(text, (name) => this.#labels.get(name) ?? this.label(name));
  }
}
