import { type RecordValue, type Value } from '../../model/value.ts';
import type { VectorOutcome, VectorRun, VectorStep, VectorSystem } from '../vectors.ts';
import type { TaskEvent } from './event.ts';
import { statusOf } from './operations.ts';
import { taskMachine } from './running/machine.ts';
import { contextOf, type RunningTask } from './running/running-task.ts';

/** Runs the behaviour vectors of this system. Vectors are written by us and trusted: what is odd fails the vector. */
export const taskVectors: VectorSystem = { start: (given) => new TaskRun(given) };

class TaskRun implements VectorRun {
  readonly #events: TaskEvent[] = [];
  #state: RunningTask;

  constructor(given: RecordValue) {
    const started = taskMachine.start(given);
    if (!started.ok) throw new Error(started.problem.message);
    this.#state = started.value;
  }

  perform({ op }: VectorStep, args: RecordValue): VectorOutcome {
    const decided = taskMachine.decide(this.#state, { op, args });
    switch (decided.kind) {
      case 'refused':
        return { throws: decided.error };
      case 'ignored':
        return { ignored: true };
      case 'waits':
        throw new Error('nothing waits in this system');
      default:
        this.#state = decided.events.reduce(taskMachine.apply, this.#state);
        this.#events.push(...decided.events);
        return { returns: decided.returns };
    }
  }

  label(name: string): Value | undefined {
    if (name === 'context') return contextOf(this.#state);
    return name === 'task' ? { ...statusOf(this.#state.task) } : undefined;
  }

  events(): readonly Value[] {
    return this.#events as readonly unknown[] as readonly Value[]; // events are plain data
  }

  snapshot(): Value {
    return taskMachine.toSnapshot(this.#state);
  }
}
