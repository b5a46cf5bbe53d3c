import type { RecordValue } from '../model/value.ts';
import type { Decided, Machine, OperationCall } from './machine.ts';
import { runScript, type Vector, type VectorSystem } from './vectors.ts';

/** What the battery asks every machine with. */
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
  /** The documented error, under the vectors' kind; `ignored` for a call that comes back without effect. */
  readonly kind: string;
}

/** A run, with the state at the start and after each call. */
export interface Run<State, Event> {
  readonly states: readonly State[];
  readonly events: readonly Event[];
  readonly decided: readonly Decided<Event>[];
}

/** Runs a script; `keep` sees each state and event before anything further happens. */
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

/** All the way down; what a class keeps private stays as it is. */
export function deepFreeze(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) return;
  seen.add(value);
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner, seen);
}

/** What a script comes to, of which the start is known to be a good one. */
export function ranScript(system: VectorSystem, script: Pick<Vector, 'given' | 'do'>) {
  const ran = runScript(system, script);
  if (!ran.ok) throw new Error(ran.problem.message);
  return ran.value;
}
