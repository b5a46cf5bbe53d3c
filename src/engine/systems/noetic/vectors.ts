import { ok } from '../../../base/result.ts';
import { noeticStartKeys } from './header.ts';
import { MapView, type RecordValue, type Value } from '../../model/value.ts';
import type { Refusal } from './refusal.ts';
import type { VectorAnswer, VectorRun, VectorStep, VectorSystem, Waited } from '../vectors.ts';
import { optional } from '../parameters.ts';
import { noeticMachine, valueAt } from './machine.ts';
import type { NoeticEvent } from './event.ts';
import { contextAt, rootNode, type NoeticState } from './state.ts';
import { fieldNames, fieldOf, handleShown } from './view.ts';

/** Runs scripts, and behaviour vectors (scripts with expected results), with the machine's operations. */
export const noeticVectors: VectorSystem = {
  known: noeticStartKeys,
  // Vectors refer to a wait by the step that began it.
  operations: noeticMachine.operations.map((one) =>
    one.name === 'probe_pending'
      ? { ...one, parameters: [...one.parameters, optional('step', 'number', 'The step that waits.')] }
      : one,
  ),
  start(given) {
    const started = noeticMachine.start(given);
    return started.ok ? ok(new NoeticRun(started.value)) : started;
  },
};

/** Operations that return promises in the library, even if they complete at once. */
const promiseOperations: ReadonlySet<string> = new Set(['recv', 'layer_call']);

class NoeticRun implements VectorRun {
  readonly #events: NoeticEvent[] = [];
  readonly #contexts = new Map<string, LiveContext>();
  readonly #handles = new Map<string, LiveHandle>();
  /** Maps labels to the machine's names, because a label may be reused. */
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, Value>();
  readonly #tokens = new Map<number, string>();
  #step = 0;
  #state: NoeticState;

  constructor(state: NoeticState) {
    this.#state = state;
  }

  perform({ op, on, as }: VectorStep, args: RecordValue): VectorAnswer {
    const step = this.#step++;
    if (op === 'get') return { returns: this.#readProbe(String(args['probe'] ?? ''), on) };
    const target = on === undefined ? undefined : (this.#names.get(on) ?? on);
    const name = as === undefined || this.#isTaken(as) ? undefined : as;
    const decided = noeticMachine.decide(this.#state, {
      op,
      args: this.#resolveArguments(op, args),
      ...(target === undefined ? {} : { on: target }),
      ...(name === undefined ? {} : { as: name }),
    });
    switch (decided.kind) {
      case 'ignored':
        return { ignored: true };
      case 'refused':
        return returnsPromise(op) ? { rejects: decided.error } : { throws: decided.error };
      case 'waits': {
        this.#applyAll(decided.events);
        this.#tokens.set(step, decided.token);
        return () => this.#outcomeOf(decided.token);
      }
      case 'done': {
        this.#applyAll(decided.events);
        const returns = this.#shown(op, as, decided.returns);
        if (as !== undefined) this.#values.set(as, returns);
        return promiseOperations.has(op) ? { resolves: returns } : { returns };
      }
    }
  }

  label(name: string): Value | undefined {
    const known = this.#names.get(name) ?? name;
    if (this.#state.contexts.has(known)) return this.#live(known);
    return this.#state.handles.has(known) ? this.#handle(known) : undefined;
  }

  events(): readonly Value[] {
    return this.#events as readonly unknown[] as readonly Value[]; // events are plain data
  }

  snapshot(): Value {
    return noeticMachine.toSnapshot(this.#state);
  }

  #applyAll(events: readonly NoeticEvent[]): void {
    for (const event of events) {
      this.#state = noeticMachine.apply(this.#state, event);
      this.#events.push(event);
    }
  }

  /** Replaces references to earlier steps by tokens. */
  #resolveArguments(op: string, args: RecordValue): RecordValue {
    if (op === 'probe_pending') return { token: this.#tokens.get(Number(args['step'])) ?? '' };
    return args;
  }

  /** Reads a probe, which starts with a label or with a field of the target. */
  #readProbe(probe: string, on: string | undefined): Value {
    const [head = ''] = probe.split(/[.[]/, 1);
    const known = this.#values.get(head) ?? this.label(head);
    const target = known ?? this.label(on ?? rootNode) ?? null;
    return valueAt(target, known === undefined ? probe : probe.slice(head.length)) ?? null;
  }

  /** Replaces the name of a created object by the object itself. */
  #shown(op: string, as: string | undefined, returns: Value): Value {
    const isMade = ['spawn', 'parallel', 'nest', 'restore', 'open_handle'].includes(op) && typeof returns === 'string';
    if (!isMade) return returns;
    if (as !== undefined) this.#names.set(as, returns);
    return op === 'open_handle' ? this.#handle(returns) : this.#live(returns);
  }

  #isTaken(name: string): boolean {
    return this.#state.contexts.has(name) || this.#state.handles.has(name);
  }

  #outcomeOf(token: string): Waited {
    const outcome = this.#state.waits.get(token)?.outcome ?? null;
    if (outcome === null) return { pending: true };
    if ('resolves' in outcome) return { resolves: outcome.resolves };
    return { rejects: outcome.rejects as Refusal }; // every refusal has a kind
  }

  #live(node: string): LiveContext {
    const known =
      this.#contexts.get(node) ??
      new LiveContext(
        () => this.#state,
        node,
        (other) => this.#live(other),
      );
    this.#contexts.set(node, known);
    return known;
  }

  #handle(name: string): LiveHandle {
    const known = this.#handles.get(name) ?? new LiveHandle(() => this.#state, name);
    this.#handles.set(name, known);
    return known;
  }
}

const returnsPromise = (op: string): boolean => promiseOperations.has(op);

/** A context as a program holds it: one object whose fields show the current state. */
class LiveContext extends MapView {
  readonly #state: () => NoeticState;
  readonly #node: string;
  readonly #other: (node: string) => Value;

  constructor(state: () => NoeticState, node: string, other: (node: string) => Value) {
    super();
    this.#state = state;
    this.#node = node;
    this.#other = other;
  }

  override get(key: string): Value | undefined {
    const state = this.#state();
    const context = contextAt(state, this.#node) ?? contextAt(state, rootNode);
    if (context === undefined) return undefined;
    return fieldOf(state, context, key, {
      parent: (node) => (node === null ? null : this.#other(node)),
      child: this.#other,
    });
  }

  override keys(): readonly string[] {
    const state = this.#state();
    const context = contextAt(state, this.#node);
    if (context === undefined) return [];
    // Parent and children can be read but are not listed, because a walk through all fields would never end.
    return fieldNames(state, context).filter((name) => name !== 'parent' && name !== 'children');
  }
}

class LiveHandle extends MapView {
  readonly #state: () => NoeticState;
  readonly #name: string;

  constructor(state: () => NoeticState, name: string) {
    super();
    this.#state = state;
    this.#name = name;
  }

  override get(key: string): Value | undefined {
    const shown = handleShown(this.#state(), this.#name);
    return shown !== null && typeof shown === 'object' && Object.hasOwn(shown, key)
      ? (shown as RecordValue)[key] // a handle is shown as a record
      : undefined;
  }

  override keys(): readonly string[] {
    return ['closed', 'channel'];
  }
}
