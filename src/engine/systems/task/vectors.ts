import { type RecordValue, type Value } from '../../model/value.ts';
import { ok } from '../../../base/result.ts';
import { taskGiven } from './header.ts';
import { unreachable } from '../../../base/unreachable.ts';
import type { VectorAnswer, VectorRun, VectorStep, VectorSystem, Waited } from '../vectors.ts';
import { childIn } from './running/child-in.ts';
import type { TaskEvent } from './event.ts';
import { statusOf } from './operations.ts';
import { taskMachine } from './running/machine.ts';
import { contextOf, rootOf, type RunState } from './running/run-state.ts';

/** Runs the behaviour vectors of this system. They are trusted, so a malformed vector simply fails. */
export const taskVectors: VectorSystem = {
  known: taskGiven,
  operations: taskMachine.operations,
  start(given) {
    const started = taskMachine.start(given);
    return started.ok ? ok(new TaskRun(started.value)) : started;
  },
};

class TaskRun implements VectorRun {
  readonly #events: TaskEvent[] = [];
  /** The machine's names of the tasks that steps have labelled. */
  readonly #names = new Map<string, string>();
  #state: RunState;

  constructor(state: RunState) {
    this.#state = state;
  }

  perform({ op, on, as }: VectorStep, args: RecordValue): VectorAnswer {
    const target = on === undefined || on === 'task' ? {} : { on: this.#names.get(on) ?? on };
    const decided = taskMachine.decide(this.#state, { op, args, ...target, ...(as !== undefined && { as }) });
    switch (decided.kind) {
      case 'refused':
        return { throws: decided.error };
      case 'ignored':
        return { ignored: true };
      case 'waits': {
        this.#happen(decided.events);
        const made = childIn(decided.returns ?? null);
        if (as !== undefined && made !== undefined) this.#names.set(as, made);
        return () => this.#waited(decided.token);
      }
      case 'done':
        this.#happen(decided.events);
        return { returns: decided.returns };
      default:
        return unreachable(decided);
    }
  }

  #happen(events: readonly TaskEvent[]): void {
    this.#state = events.reduce(taskMachine.apply, this.#state);
    this.#events.push(...events);
  }

  #waited(token: string): Waited {
    const settled = this.#events.findLast((event) => event.type === 'wait-settled' && event.token === token);
    if (settled?.type !== 'wait-settled') return { pending: true };
    const { resolves = null, rejects } = settled;
    return rejects === undefined ? { resolves } : { rejects: { kind: 'task_terminal', ...rejects } };
  }

  label(name: string): Value | undefined {
    if (name === 'context') return contextOf(rootOf(this.#state));
    return name === 'task' ? { ...statusOf(rootOf(this.#state).task) } : undefined;
  }

  events(): readonly Value[] {
    return this.#events as readonly unknown[] as readonly Value[]; // events are plain data
  }

  snapshot(): Value {
    return taskMachine.toSnapshot(this.#state);
  }
}
