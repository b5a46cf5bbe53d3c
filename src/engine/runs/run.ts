import { unreachable } from '../../base/unreachable.ts';
import { paced, type Pace } from '../../base/pace.ts';
import { ok, type Result } from '../../base/result.ts';
import { Growing } from '../model/growing.ts';
import { PersistentMap } from '../model/persistent-map.ts';
import type { Problem } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import { letOperation, type Machine, type OperationCall } from '../systems/machine.ts';
import type { System } from '../systems/system.ts';
import { checkGiven } from '../systems/known-keys.ts';
import { valueAtProbe, withReferences } from '../systems/probes.ts';
import { mainNames } from './console/names.ts';
import { argumentsOf, settledBy, type Settled, type StepOutcome } from './call.ts';

/** Replaces an object whose name was given to a value later. */
const noObject = '';

/** An event of some system. */
export interface RunEvent {
  readonly type: string;
}

/**
 * The state of a run after some of its steps. Machines share the parts that an event does not change, so keeping each
 * is cheap.
 */
interface Moment {
  readonly state: unknown;
  /** Results of the steps with a name. */
  readonly labels: PersistentMap<Value>;
  /** The machine's names of objects that have another name here. */
  readonly objects: PersistentMap<string>;
  readonly waits: PersistentMap<Settled>;
  /** Events of all steps so far. */
  readonly count: number;
}

export interface RunStep {
  readonly call: OperationCall;
  readonly outcome: StepOutcome;
  readonly events: readonly RunEvent[];
  readonly after: Moment;
}

/** The fixed parts of a run. */
interface Start {
  readonly system: System;
  readonly machine: Machine<unknown, RunEvent>;
  readonly given: RecordValue;
  readonly session: Session;
  readonly moment: Moment;
}

/**
 * Calls in order, with the result of each. A run never changes: each operation on it returns another run, and runs with
 * the same first calls share them.
 */
export class Run {
  readonly #start: Start;
  readonly steps: Growing<RunStep>;

  private constructor(start: Start, steps: Growing<RunStep>) {
    this.#start = start;
    this.steps = steps;
  }

  /** `calls`: the calls of its script, which may use initial values that mean nothing to the system itself. */
  static start(system: System, given: RecordValue, calls: readonly OperationCall[] = []): Result<Run, Problem> {
    const isKnown = checkGiven(
      given,
      system.known,
      calls.map(({ args }) => args),
    );
    const start = isKnown.ok ? startOf(system, given) : isKnown;
    return start.ok ? ok(new Run(start.value, Growing.of())) : start;
  }

  get title(): string {
    return this.opening.header.title;
  }

  /** The same run under another title. */
  titled(title: string): Run {
    const { session } = this.#start;
    return new Run({ ...this.#start, session: { ...session, header: { ...session.header, title } } }, this.steps);
  }

  get system(): System {
    return this.#start.system;
  }

  get machine(): Machine<unknown, RunEvent> {
    return this.#start.machine;
  }

  get given(): RecordValue {
    return this.#start.given;
  }

  /** The beginning of this run's session: its header, and the events before the first call. */
  get opening(): Session {
    return this.#start.session;
  }

  get state(): unknown {
    return this.#now.state;
  }

  /** Names of the results of the steps, in order. */
  get labels(): readonly string[] {
    return [...this.#now.labels.keys()];
  }

  label(name: string): Value | undefined {
    return this.#now.labels.get(name);
  }

  /** Whether this is the name of an object with operations. */
  isObject(name: string): boolean {
    return (this.#now.objects.get(name) ?? noObject) !== noObject;
  }

  /** The machine's name of an object, from its name in calls. */
  nameOf(object: string): string {
    for (const [name, of] of this.#now.objects) if (of === object) return name;
    return object;
  }

  /** The end of a step that waited; undefined while it waits. */
  settled(token: string): Settled | undefined {
    return this.#now.waits.get(token);
  }

  snapshot(): Value {
    return this.machine.toSnapshot(this.state);
  }

  /** The events of all steps, without those of the opening. */
  events(): readonly RunEvent[] {
    return [...this.steps].flatMap(({ events }) => events);
  }

  /** Performs one more call, at a cost that does not depend on the number of earlier calls. */
  perform(call: OperationCall): Run {
    return new Run(this.#start, this.steps.append(this.#performed(call)));
  }

  /** The run after a number of steps; continuing it makes a branch. */
  first(count: number): Run {
    return new Run(this.#start, this.steps.first(count));
  }

  /**
   * The run in which the steps from `from` up to, not with, `to` are replaced by these calls; the later ones are
   * performed again. This may take long: it pauses, and throws `Stopped` on request.
   */
  async spliced(from: number, to: number, calls: readonly OperationCall[], pace: Pace): Promise<Run> {
    const again = Array.from({ length: Math.max(0, this.steps.length - to) }, (_, index) => this.steps.at(to + index));
    return performed(this.first(from), [...calls, ...again.flatMap((step) => step?.call ?? [])], pace);
  }

  get #now(): Moment {
    return this.steps.at(-1)?.after ?? this.#start.moment;
  }

  #performed(call: OperationCall): RunStep {
    const now = this.#now;
    const label = (name: string) => (name === 'given' ? this.given : now.labels.get(name));
    const on = call.on === undefined ? {} : { on: now.objects.get(call.on) || call.on };
    if (call.op === letOperation)
      return this.#let(now, call, argumentsOf(call, label, this.machine.operations)['value'] ?? null);
    const decided = this.machine.decide(now.state, {
      ...call,
      ...on,
      args: argumentsOf(call, label, this.machine.operations),
    });
    switch (decided.kind) {
      case 'refused':
        return { call, outcome: { throws: decided.error }, events: [], after: now };
      case 'ignored':
        return { call, outcome: { ignored: true }, events: [], after: now };
      case 'waits': {
        const { events, after } = this.#happened(now, decided.events);
        const made = decided.returns === undefined ? after : this.#named(after, call, decided.returns);
        return { call, outcome: { waits: decided.token }, events, after: made };
      }
      case 'done': {
        const { events, after } = this.#happened(now, decided.events);
        return {
          call,
          outcome: { returns: decided.returns },
          events,
          after: this.#named(after, call, decided.returns),
        };
      }
      default:
        return unreachable(decided);
    }
  }

  /** A name for a value, or another one for an object. */
  #let(now: Moment, call: OperationCall, value: Value): RunStep {
    const { as, args } = call;
    const given = args['value'];
    const other = isRecord(given) && typeof given['$ref'] === 'string' ? now.objects.get(given['$ref']) : undefined;
    const isNew = other !== undefined || (as !== undefined && now.objects.has(as));
    const objects = as === undefined || !isNew ? now.objects : now.objects.set(as, other ?? noObject);
    const labels = as === undefined ? now.labels : now.labels.set(as, value);
    return { call, outcome: { returns: value }, events: [], after: { ...now, labels, objects } };
  }

  #happened(now: Moment, events: readonly RunEvent[]): Pick<RunStep, 'events' | 'after'> {
    let { state, waits } = now;
    for (const event of events) {
      state = this.machine.apply(state, event);
      const settled = settledBy(event);
      if (settled !== null) waits = waits.set(settled.token, settled.as);
    }
    return { events, after: events.length === 0 ? now : { ...now, state, waits, count: now.count + events.length } };
  }

  /** A result without a name has the name that the machine made, unless that is a name of the main object. */
  #named(now: Moment, { op, as }: OperationCall, returns: Value): Moment {
    const object = this.system.objectIn?.(returns, op);
    const name = as ?? object;
    if (name === undefined || (as === undefined && mainNames(this.system).includes(name))) return now;
    const isGone = object === undefined && now.objects.has(name);
    const objects =
      object === undefined ? (isGone ? now.objects.set(name, noObject) : now.objects) : now.objects.set(name, object);
    return { ...now, labels: now.labels.set(name, returns), objects };
  }
}

/** A run after more calls, in order. */
export async function performed(run: Run, calls: readonly OperationCall[], pace: Pace): Promise<Run> {
  let now = run;
  await paced(calls.length, pace, (index) => {
    const call = calls[index];
    if (call !== undefined) now = now.perform(call);
  });
  return now;
}

function startOf(system: System, given: RecordValue): Result<Start, Problem> {
  const { machine } = system;
  const whole = withReferences(given, (text) => valueAtProbe(text, (name) => (name === 'given' ? given : undefined)));
  const { snapshot, ...rest } = whole;
  const isSnapshot = snapshot !== undefined && Object.keys(rest).length === 0;
  const state = isSnapshot ? machine.fromSnapshot(snapshot) : machine.start(whole);
  if (!state.ok) return state;
  const opening = system.opening(whole);
  if (!opening.ok) return opening;
  const session = system.check({ system: system.id, ...opening.value, notes: [] });
  if (!session.ok) return session;
  const moment = {
    state: state.value,
    labels: PersistentMap.of<Value>(),
    objects: PersistentMap.of<string>(),
    waits: PersistentMap.of<Settled>(),
    count: 0,
  };
  return ok({ system, machine, given: whole, session: session.value, moment });
}
