import { ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { voiceStartKeys } from './header.ts';
import { entry, isList, isRecord, MapView, type RecordValue, type Value } from '../../model/value.ts';
import { valueAtProbe } from '../probes.ts';
import type { VectorOutcome, VectorRun, VectorStep, VectorSystem } from '../vectors.ts';
import { dictOf, fromDict, toDict } from './dict.ts';
import type { CallEvent } from './event.ts';
import { voiceMachine } from './machine.ts';
import { plain } from './plain.ts';
import type { CallState } from './state.ts';

/** Runs the behaviour vectors of this system. Vectors are part of this project and trusted: a malformed one fails. */
export const voiceVectors: VectorSystem = {
  known: voiceStartKeys,
  operations: voiceMachine.operations,
  start(given) {
    const main = callOf(entry(given, 'context') ?? given, given);
    return main.ok ? ok(new VoiceRun(given, main.value)) : main;
  },
};

/** A call from a copy of the data, because the caller may change its own data later. */
function callOf(context: Value, { variables = null, now = null }: RecordValue): Result<LiveCall, Problem> {
  const start = voiceMachine.start({ context: copyOf(context), variables, now });
  return start.ok ? ok(new LiveCall(start.value)) : start;
}

/** A call behind a label: its fields show the current state. */
class LiveCall extends MapView {
  readonly events: CallEvent[] = [];
  state: CallState;

  constructor(state: CallState) {
    super();
    this.state = state;
  }

  override get(key: string): Value | undefined {
    // The attribute exists even when the export omits its key.
    if (key === 'pending_handoff') return this.state.pending_handoff;
    const value = entry(dictOf(this.state), key);
    return value === undefined ? undefined : plain(value);
  }

  override keys(): readonly string[] {
    return Object.keys(dictOf(this.state));
  }
}

class VoiceRun implements VectorRun {
  readonly #given: RecordValue;
  readonly #main: LiveCall;
  /** Values that the caller received, by its own names for them. */
  readonly #received = new Map<string, Value>();

  constructor(given: RecordValue, main: LiveCall) {
    this.#given = given;
    this.#main = main;
  }

  perform(step: VectorStep, args: RecordValue, on: Value | undefined): VectorOutcome {
    const call = step.on === undefined ? this.#main : on;
    if (!(call instanceof LiveCall)) return { throws: { kind: 'no_such_call', on: step.on ?? '' } };
    const outcome = this.#perform(call, step.op, args);
    if (step.as !== undefined && 'returns' in outcome) this.#received.set(step.as, outcome.returns);
    return outcome;
  }

  label(name: string): Value | undefined {
    return name === 'ctx' ? this.#main : undefined;
  }

  events(): readonly Value[] {
    return this.#main.events as readonly unknown[] as readonly Value[]; // events are plain data
  }

  snapshot(): Value {
    return toDict(this.#main.state);
  }

  #perform(call: LiveCall, op: string, args: RecordValue): VectorOutcome {
    switch (op) {
      case 'new_call':
        return this.#made(args);
      case 'from_dict':
        return this.#restored(args);
      case 'mutate_value':
        return this.#mutate(args);
      default:
        return decided(call, op, args);
    }
  }

  #made({ context = {} }: RecordValue): VectorOutcome {
    const made = callOf(context, this.#given);
    return made.ok ? { returns: made.value } : { throws: { kind: 'no_context', message: made.problem.message } };
  }

  #restored({ source = null }: RecordValue): VectorOutcome {
    const dict = typeof source === 'string' ? (this.#received.get(source) ?? null) : source;
    const restored = fromDict(copyOf(dict), { variables: this.#main.state.variables });
    if (!restored.ok) return { throws: { kind: 'no_dict', message: restored.problem.message } };
    return { returns: new LiveCall(restored.value.state) };
  }

  /** Changes a received value in place, as the caller would. */
  #mutate({ target, append = null }: RecordValue): VectorOutcome {
    const found = typeof target === 'string' ? valueAtProbe(target, (name) => this.#heldByCaller(name)) : target;
    if (!Array.isArray(found)) return { throws: { kind: 'not_a_list', target: target ?? null } };
    const list: Value[] = found;
    list.push(copyOf(append));
    return { returns: null };
  }

  /** The values that the caller holds: of a call only copies. */
  #heldByCaller(name: string): Value | undefined {
    if (name === 'given') return this.#given;
    const value = name === 'ctx' ? this.#main : this.#received.get(name);
    return value instanceof LiveCall ? copyOf(toDict(value.state)) : value;
  }
}

function decided(call: LiveCall, op: string, args: RecordValue): VectorOutcome {
  const outcome = voiceMachine.decide(call.state, { op, args: Object.fromEntries(copiedEntries(args)) });
  switch (outcome.kind) {
    case 'refused':
      return { throws: outcome.error };
    case 'ignored':
      return { ignored: true };
    case 'waits':
      return { pending: true };
    case 'done': {
      call.state = outcome.events.reduce(voiceMachine.apply, call.state);
      call.events.push(...outcome.events);
      return { returns: copyOf(outcome.returns) };
    }
  }
}

/** A deep copy: the machine's values are shared and immutable, but outside values may change. */
function copyOf(value: Value): Value {
  if (isList(value)) return Array.from(value, copyOf);
  return isRecord(value) ? Object.fromEntries(copiedEntries(value)) : value;
}

const copiedEntries = (record: RecordValue) =>
  Object.entries(record).map(([key, value]) => [key, copyOf(value)] as const);
