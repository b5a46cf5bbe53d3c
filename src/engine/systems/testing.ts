import type { RecordValue } from '../model/value.ts';
import type { Decided, Machine, OperationCall } from './machine.ts';
import { runScript, type Vector, type VectorSystem } from './vectors.ts';

/** The scripts and calls with which the battery tests a machine. */
export interface MachineTesting {
  /** Together they call every operation that the machine describes. */
  readonly scripts: readonly MachineScript[];
  readonly forbidden: readonly ForbiddenCall[];
}

export interface MachineScript {
  readonly title: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}

/** A call that the state after `calls` does not allow. */
export interface ForbiddenCall extends MachineScript {
  readonly call: OperationCall;
  /** The documented error, as a kind of the vectors; `ignored` for a call that returns without an effect. */
  readonly kind: string;
}

/** A run, with the initial state and the state after each call. */
export interface Run<State, Event> {
  readonly states: readonly State[];
  readonly events: readonly Event[];
  readonly decided: readonly Decided<Event>[];
}

/** Runs a script; `keep` is called with each state and event before the next one is made. */
export function run<State, Event extends { readonly type: string }>(
  machine: Machine<State, Event>,
  { given, calls }: Pick<MachineScript, 'given' | 'calls'>,
  keep: (thing: State | Event) => void = () => {},
): Run<State, Event> {
  const start = machine.start(given);
  if (!start.ok) throw new Error(start.problem.message);
  let state = start.value;
  keep(state);
  const states = [state];
  const events: Event[] = [];
  const decided = calls.map((call) => {
    const outcome = machine.decide(state, call);
    for (const event of 'events' in outcome ? outcome.events : []) {
      keep(event);
      state = machine.apply(state, event);
      keep(state);
      events.push(event);
    }
    states.push(state);
    return outcome;
  });
  return { states, events, decided };
}

/** Freezes a value at every depth, except private fields of classes. */
export function deepFreeze(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) return;
  seen.add(value);
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner, seen);
}

/** The result of a script whose start is valid. */
export function ranScript(system: VectorSystem, script: Pick<Vector, 'given' | 'do'>) {
  const ran = runScript(system, script);
  if (!ran.ok) throw new Error(ran.problem.message);
  return ran.value;
}
