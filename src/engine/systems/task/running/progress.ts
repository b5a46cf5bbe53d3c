import type { HookId } from '../../../model/hooks.ts';
import type { RecordValue, Value } from '../../../model/value.ts';
import type { Evaluated } from '../evaluate.ts';
import type { Awaited, ReviewDecided, TaskEvent } from '../event.ts';
import type { Course } from '../course.ts';
import { clockOf, type TaskState } from '../machine.ts';
import type { Decided } from '../operations.ts';
import { evaluateNow, type Variables } from './evaluate-now.ts';
import type { LiveTask } from './live-task.ts';
import { foresee, heldBy, rootTask, type RunState } from './run-state.ts';

/** How far an operation has come: it has an answer, or waits under a token. */
export type Reached = { readonly answer: Value } | { readonly token: string };

/** A run on its way through one operation: its state, and what has happened to it on the way. */
export class Progress {
  run: RunState;
  readonly events: TaskEvent[] = [];

  constructor(run: RunState) {
    this.run = run;
  }

  /** The task as it is by now. */
  live(id: string): LiveTask {
    const live = this.run.tasks.get(id);
    if (live === undefined) throw new Error(`a run has no task ${id}`);
    return live;
  }

  /** As if what happened since then had not. */
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

  /** What an operation on the task comes to, with the task's own mark. What a task that is over refuses does not happen. */
  decide(id: string, operation: (task: TaskState) => Decided): readonly TaskEvent[] {
    const decided = operation(this.live(id).task);
    if (!decided.ok) return [];
    const events = decided.value.map((event) => placed(event, id));
    this.happen(events);
    return events;
  }

  /** The task as it would be with this event: steps that look back at something see it on record. */
  seenWith(id: string, event: TaskEvent): LiveTask | undefined {
    return foresee(this.run, event).tasks.get(id);
  }

  /** Evaluates on the task as it is by now, or as `seen` has it. */
  evaluate(id: string, expression: string, scope: HookId, variables: Variables, seen?: LiveTask): Evaluated {
    const { outcome, events } = evaluateNow(this.run, seen ?? this.live(id), expression, scope, variables);
    this.happen(events);
    return outcome;
  }

  reviewed(id: string, decision: Omit<ReviewDecided, 'type' | 'at' | 'node'>): void {
    this.happen([placed({ type: 'review-decided', ...this.#stamp(id), ...decision }, id)]);
  }

  /** From here on the call waits; `token` is what it waited under before. */
  hold(id: string, awaits: Awaited, course: Course, token = `call-${this.run.waits + 1}`): Reached {
    this.happen([placed({ type: 'call-held', ...this.#stamp(id), token, awaits, course }, id)]);
    return { token };
  }

  /** An operation that waited is over. */
  settle(token: string, as: { readonly resolves: Value } | { readonly rejects: RecordValue }): void {
    if (this.run.held.some((held) => held.token === token)) this.happen([{ type: 'wait-settled', token, ...as }]);
  }

  #stamp(id: string): { readonly at?: string } {
    const clock = clockOf(this.live(id).task);
    return clock === undefined ? {} : { at: clock };
  }

  /** Calls of a task that are out, without this one. */
  out(id: string, token: string | undefined): number {
    return heldBy(this.run, id).filter((held) => held.token !== token).length;
  }
}

/** The root's events carry no node, as those of a task without children; time and files belong to no task. */
export function placed(event: TaskEvent, id: string): TaskEvent {
  return id === rootTask ||
    event.type === 'clock-advanced' ||
    event.type === 'file-written' ||
    event.type === 'wait-settled'
    ? event
    : { ...event, node: id };
}
