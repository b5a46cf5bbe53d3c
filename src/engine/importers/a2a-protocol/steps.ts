import { formatPath } from '../../model/path.ts';
import type { Path } from '../../model/path.ts';
import type { TaskSubmitted } from '../../systems/a2a/event.ts';
import type { Message } from '../../systems/a2a/message.ts';
import { isFinal, isTerminal, takesFollowUps } from '../../systems/a2a/task-state.ts';
import type { TaskState } from '../../systems/a2a/task-state.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { Notes } from './notes.ts';
import type { EventEmitter } from './event-emitter.ts';

/** A task's move to a new state, as one entry records it. */
export interface Move {
  readonly message: Message | null;
  /** False for a message that was emitted before. */
  readonly isNew: boolean;
  readonly at: string | undefined;
  /** Place of the message, or of the entry if it has no message. */
  readonly place: Path;
  readonly entryPlace: Path;
}

export const timed = (at: string | undefined) => (at === undefined ? {} : { at });

/** Emits the state changes of tasks; handles steps that the recording omits or repeats. */
export class Steps {
  readonly #emitter: EventEmitter;
  readonly #index: ConversationIndex;
  readonly #notes: Notes;

  constructor(emitter: EventEmitter, index: ConversationIndex, notes: Notes) {
    this.#emitter = emitter;
    this.#index = index;
    this.#notes = notes;
  }

  /** Some agents send messages after their task is over. The messages are shown, and the state does not change. */
  afterTheEnd(task: string, message: Message, place: Path): void {
    this.#notes.afterTheEnd(place);
    this.#emitter.emit({ type: 'message-recorded', task, message }, place);
  }

  /** Returns the current task. For a task without a recorded start, first emits that it was submitted. */
  present(id: string, context: string | undefined, place: Path): Task {
    if (this.#emitter.task(id) === undefined) this.#begin(id, context, place);
    const task = this.#emitter.task(id);
    if (task === undefined) throw new Error(`task ${id} was submitted and is not there`);
    return task;
  }

  /** Uses the first message of the task if a later snapshot has it. */
  #begin(id: string, context: string | undefined, place: Path): void {
    const beginning = this.#index.beginning(id);
    const where = beginning === undefined ? '' : formatPath(beginning.place);
    const message =
      beginning === undefined
        ? null
        : readWireMessage(beginning.value, where, { id: `${id}.history[0]`, role: 'user' }, (lost) =>
            this.#notes.unreadable(lost, beginning.place),
          );
    if (beginning !== undefined && message !== null) return this.submit(id, context, { message }, beginning.place);
    this.#notes.startMissing(place);
    this.submit(id, context, {}, null);
  }

  submit(
    id: string,
    context: string | undefined,
    said: Omit<TaskSubmitted, 'type' | 'task' | 'context'>,
    place: Path | null,
  ): void {
    this.#emitter.emit(
      {
        type: 'task-submitted',
        task: id,
        context: context ?? this.#index.contextOf(id) ?? null,
        ...said,
        ...(!this.#index.keepsTransitions(id) && { keeps_transitions: false }),
      },
      place,
    );
  }

  /** Emits the events for the new state in one entry. */
  move(task: Task, state: TaskState, { message, isNew, at, place, entryPlace }: Move): void {
    const id = task.id;
    const isClosed = takesFollowUps(task.state) && isTerminal(state) && state !== 'completed';
    if (takesFollowUps(task.state) && !isClosed) {
      // The task continues, so its user has answered; the recording does not have the answer.
      this.#notes.answerMissing(entryPlace);
      this.#emitter.emit({ type: 'message-received', task: id, ...timed(at) }, null);
    }
    if (state === 'submitted') return message === null ? undefined : this.#progress(id, message, at, place);
    if (task.state !== 'working' && !isClosed) {
      const isOnlyStart = state === 'working' && message === null;
      this.#emitter.emit({ type: 'turn-started', task: id, ...timed(at) }, isOnlyStart ? entryPlace : null);
      if (isOnlyStart) return;
    }
    if (!isFinal(state)) {
      if (message === null) this.#emitter.emit({ type: 'status-sent', task: id, ...timed(at) }, entryPlace);
      else if (isNew) this.#progress(id, message, at, place);
      else this.#notes.repeated(place);
      return;
    }
    const isKept = message !== null && (this.#index.isKept(id, message.message_id) || !this.#index.keepsHistory(id));
    const said = message === null ? {} : { message, ...(!isKept && { in_history: false }) };
    this.#emitter.emit(
      state === 'canceled'
        ? { type: 'task-closed', task: id, state, ...timed(at), ...said }
        : { type: 'turn-ended', task: id, state, ...timed(at), ...said },
      place,
    );
  }

  #progress(task: string, message: Message, at: string | undefined, place: Path): void {
    const isKept = this.#index.isKept(task, message.message_id);
    this.#emitter.emit(
      { type: 'status-sent', task, ...timed(at), message, ...(isKept && { in_history: true }) },
      place,
    );
  }
}
