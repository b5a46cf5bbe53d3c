import { ok } from '../../../base/result.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { probed, type VectorOutcome, type VectorRun, type VectorStep, type VectorSystem } from '../vectors.ts';
import type { AdkEvent } from './event.ts';
import { adkGiven, adkMachine } from './machine.ts';
import { presentValue } from './present.ts';
import { rootCallback, rootContext, type AdkState } from './state.ts';
import { ContextView, SessionView, Views } from './views.ts';

/** Runs the behaviour vectors of this system. Vectors are written by us and trusted: what is odd fails the vector. */
export const adkVectors: VectorSystem = {
  known: adkGiven,
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
    const decided = adkMachine.decide(this.#state, { op, args: this.#meant(op, args), ...target });
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
    // Only the outermost dict of a state is copied: what is inside belongs to the caller, too.
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

  /** Objects are handed out live, so that a label shows what became of them. */
  #returned(value: Value, as: string | undefined): VectorOutcome {
    const returns = this.#live(value);
    if (as !== undefined) this.#labels.set(as, returns);
    return { returns };
  }

  #live(value: Value): Value {
    if (value instanceof ContextView) return this.#views.context(value.id);
    return value instanceof SessionView ? this.#views.session(value.id) : value;
  }

  /** Where vectors name an object by a probe, the machine is given the object, or its own name for it. */
  #meant(op: string, args: RecordValue): RecordValue {
    const { session, source, actions_from: from } = args;
    const meant: { [name: string]: Value } = { ...args };
    if (typeof session === 'string') meant['session'] = this.#probe(session) ?? session;
    if (op === 'import_session' && typeof source === 'string') meant['source'] = this.#probe(source) ?? null;
    const view = typeof from === 'string' ? this.#labels.get(from) : undefined;
    if (view instanceof ContextView) meant['actions_from'] = view.id;
    return meant;
  }

  #probe(text: string): Value | undefined {
    return probed(text, (name) => this.#labels.get(name) ?? this.label(name));
  }
}
