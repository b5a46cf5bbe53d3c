import type { SpecificationHookId } from '../../../model/hooks.ts';
import type { RecordValue, Value } from '../../../model/value.ts';
import type { Evaluated } from '../evaluate.ts';
import type { Awaited, ReviewDecided, TaskEvent } from '../event.ts';
import type { Course } from '../course.ts';
import { clockOf, type TaskState } from '../machine.ts';
import type { Decided } from '../operations.ts';
import { evaluateNow, type Variables } from './evaluate-now.ts';
import type { LiveTask } from './live-task.ts';
import { foresee, waitingCalls, rootTask, type RunState } from './run-state.ts';

/** The result of an operation so far: an answer, or a wait under a token. */
export type CallProgress = { readonly answer: Value } | { readonly token: string };

/** A run during one operation: its current state and the events so far. */
export class Progress {
  run: RunState;
  readonly events: TaskEvent[] = [];

  constructor(run: RunState) {
    this.run = run;
  }

  /** The current state of the task. */
  live(id: string): LiveTask {
    const live = this.run.tasks.get(id);
    if (live === undefined) throw new Error(`a run has no task ${id}`);
    return live;
  }

  /** Drops the events since then. */
  takeBack(before: RunState, count: number): void {
    this.run = before;
    this.events.length = count;
  }

  isOver(id: string): boolean {
    return this.live(id).task.phase.kind === 'terminal';
  }

  happen(events: readonly TaskEvent[]): void {
    for (const event of events) {
      this.run = foresee(this.run, event);
      this.events.push(event);
    }
  }

  /** Adds the events of an operation, marked with the task's node. A task that is over refuses them, so they are dropped. */
  decide(id: string, operation: (task: TaskState) => Decided): readonly TaskEvent[] {
    const decided = operation(this.live(id).task);
    if (!decided.ok) return [];
    const events = decided.value.map((event) => placed(event, id));
    this.happen(events);
    return events;
  }

  /** The task as it would be with this event, so that steps after a call see its record. */
  seenWith(id: string, event: TaskEvent): LiveTask | undefined {
    return foresee(this.run, event).tasks.get(id);
  }

  /** Evaluates on the current task, or on `seen`. */
  evaluate(
    id: string,
    expression: string,
    scope: SpecificationHookId,
    variables: Variables,
    seen?: LiveTask,
  ): Evaluated {
    const { outcome, events } = evaluateNow(this.run, seen ?? this.live(id), expression, scope, variables);
    this.happen(events);
    return outcome;
  }

  reviewed(id: string, decision: Omit<ReviewDecided, 'type' | 'at' | 'node'>): void {
    this.happen([placed({ type: 'review-decided', ...this.#stamp(id), ...decision }, id)]);
  }

  /** The call waits from here on; `token` is that of its earlier wait. */
  hold(id: string, awaits: Awaited, course: Course, token = `call-${this.run.waits + 1}`): CallProgress {
    this.happen([placed({ type: 'call-held', ...this.#stamp(id), token, awaits, course }, id)]);
    return { token };
  }

  /** Ends the wait of an operation. */
  settle(token: string, as: { readonly resolves: Value } | { readonly rejects: RecordValue }): void {
    if (this.run.held.some((held) => held.token === token)) this.happen([{ type: 'wait-settled', token, ...as }]);
  }

  #stamp(id: string): { readonly at?: string } {
    const clock = clockOf(this.live(id).task);
    return clock === undefined ? {} : { at: clock };
  }

  /** The number of a task's running calls, without this one. */
  out(id: string, token: string | undefined): number {
    return waitingCalls(this.run, id).filter((held) => held.token !== token).length;
  }
}

/** The root's events have no node, as in a task without children; time and files belong to no task. */
export function placed(event: TaskEvent, id: string): TaskEvent {
  return id === rootTask ||
    event.type === 'clock-advanced' ||
    event.type === 'file-written' ||
    event.type === 'wait-settled'
    ? event
    : { ...event, node: id };
}
