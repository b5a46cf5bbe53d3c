import { isSame as isSameValue } from '../../../model/equal.ts';
import type { Path } from '../../../model/path.ts';
import { partValue } from '../context-fields.ts';
import type { A2aEvent } from '../event.ts';
import type { Message } from '../message.ts';
import { firstText } from '../part.ts';
import { isFinal, isTerminal, takesFollowUps, type TaskState } from '../task-state.ts';
import type { TaskRecord, TransitionRecord } from '../wire/read-task.ts';

/** An event, and what in the Task says so; null for what follows from it only. */
export interface Told {
  readonly event: A2aEvent;
  readonly source: Path | null;
}

/**
 * The turns of a Task, rebuilt from its history and, where its server keeps them, its transitions. What comes out
 * ends in the very Task: the same state, messages, artifacts and transitions. With `known`, the state that the task
 * was last seen in, the record holds only what is new since then.
 */
export function timelineOf(record: TaskRecord, known?: TaskState): readonly Told[] {
  const timeline = new Timeline(record, known);
  return hasTransitions(record) ? timeline.told(record.transitions) : timeline.guessed();
}

/** Whether turns had to be guessed from who spoke when. */
export const isGuessed = (record: TaskRecord): boolean =>
  !hasTransitions(record) && record.history.filter(({ value }) => value.role === 'user').length > 1;

const hasTransitions = (
  record: TaskRecord,
): record is TaskRecord & { readonly transitions: readonly TransitionRecord[] } =>
  record.transitions !== null && record.transitions.length > 0;

class Timeline {
  readonly #record: TaskRecord;
  readonly #told: Told[] = [];
  /** How much of the history has been placed. */
  #placed = 0;
  /** Where the task stands after what has been told; undefined before it was submitted. */
  #state: TaskState | undefined;
  #artifactsTold = false;
  #progressTold = false;

  constructor(record: TaskRecord, known: TaskState | undefined) {
    this.#record = record;
    this.#state = known;
  }

  told(transitions: readonly TransitionRecord[]): readonly Told[] {
    const last = transitions.length - 1;
    const goesOn = this.#state !== undefined;
    if (!goesOn) this.#submit(transitions[0]?.at, true);
    for (const [index, transition] of transitions.entries()) {
      const { state, at } = transition;
      if (state === 'submitted') {
        if (index > 0 || goesOn) this.#resume(at);
      } else if (state === 'working') this.#start(at);
      else {
        if (index === last) this.#artifacts();
        this.#end(transition, index === last);
      }
    }
    return this.#rest();
  }

  guessed(): readonly Told[] {
    const { state, history, at, message } = this.#record;
    // The time of a status is when the task came to that state: of one that waits for its worker, when it was sent.
    const sentAt = state === 'submitted' && history.length <= 1 ? at : undefined;
    if (this.#state === undefined) this.#submit(sentAt, false);
    else if (takesFollowUps(this.#state) && this.#goesOn()) this.#resume(sentAt);
    if (this.#state === 'submitted' && (state !== 'submitted' || history.length > 1)) this.#start(undefined);
    while (this.#asks()) this.#guessTurn();
    if (!isFinal(state) || this.#state === state) return this.#rest();
    this.#artifacts();
    const same = this.#next((said) => message !== null && isSame(said, message));
    if (same === -1) this.#recordUpTo(history.length);
    this.#end({ state, at, messageText: undefined }, true);
    return this.#rest();
  }

  /** A task that waited for its user may also be ended as it is. */
  #goesOn(): boolean {
    const { state, message } = this.#record;
    if (this.#asks()) return true;
    return this.#state === state ? message !== null : !isTerminal(state) || state === 'completed';
  }

  /** Whether the user says something that has not been placed. */
  #asks(): boolean {
    return this.#nextOfUser() !== -1;
  }

  #nextOfUser(): number {
    return this.#next(({ role }) => role === 'user');
  }

  /** The next message in the history that has not been placed; -1 where there is none. */
  #next(isMeant: (said: Message) => boolean): number {
    const { history } = this.#record;
    for (let index = this.#placed; index < history.length; index++) {
      const said = history[index];
      if (said !== undefined && isMeant(said.value)) return index;
    }
    return -1;
  }

  /** Up to the next message of the user: what the agent said last was its question. */
  #guessTurn(): void {
    const next = this.#nextOfUser();
    if (next === this.#placed || this.#state !== 'working') return this.#recordUpTo(next + 1);
    this.#recordUpTo(next - 1);
    const question = this.#record.history[next - 1];
    this.#placed = next;
    this.#add(
      {
        type: 'turn-ended',
        ...this.#place(undefined),
        state: 'input-required',
        ...(question !== undefined && { message: question.value }),
      },
      question === undefined ? null : ['history', question.index],
    );
    this.#resume(undefined);
    this.#start(undefined);
  }

  #submit(at: string | undefined, keepsTransitions: boolean): void {
    const { context, history, metadata } = this.#record;
    const first = history[0]?.value.role === 'user' ? history[0] : undefined;
    if (first !== undefined) this.#placed = 1;
    this.#state = 'submitted';
    this.#add(
      {
        type: 'task-submitted',
        ...this.#place(at),
        context,
        ...(first !== undefined && { message: first.value }),
        ...(!keepsTransitions && { keeps_transitions: false }),
      },
      first === undefined ? [] : ['history', first.index],
    );
    if (Object.keys(metadata).length > 0) {
      this.#add({ type: 'metadata-merged', ...this.#place(undefined), metadata }, ['metadata']);
    }
  }

  /** The user's next message, after whatever the agent said before it. */
  #resume(at: string | undefined): void {
    const next = this.#nextOfUser();
    if (next !== -1) this.#recordUpTo(next);
    const said = next === -1 ? undefined : this.#record.history[next];
    if (next !== -1) this.#placed = next + 1;
    this.#state = 'submitted';
    this.#add(
      { type: 'message-received', ...this.#place(at), ...(said !== undefined && { message: said.value }) },
      said === undefined ? null : ['history', said.index],
    );
  }

  #start(at: string | undefined): void {
    this.#state = 'working';
    this.#add({ type: 'turn-started', ...this.#place(at) }, null);
  }

  /** The end of a turn, with the message that it says was said, wherever that stands. */
  #end(transition: TransitionRecord, isLast: boolean): void {
    const { state, at } = transition;
    const { message, source, in_history } = this.#endMessage(transition, isLast);
    const said = message === undefined ? {} : { message, ...(!in_history && { in_history: false }) };
    const isDirect = message !== undefined && this.#record.metadata['_a2akit_direct_reply'] === message.message_id;
    this.#state = state;
    if (state === 'canceled') this.#add({ type: 'task-closed', ...this.#place(at), state, ...said }, source);
    else {
      const by = isDirect ? ({ by: 'reply_directly' } as const) : {};
      this.#add({ type: 'turn-ended', ...this.#place(at), ...by, state, ...said }, source);
    }
  }

  #endMessage({ messageText }: TransitionRecord, isLast: boolean) {
    const { history, message, messageKey } = this.#record;
    const status = isLast ? message : null;
    const isMeant = (said: Message): boolean => {
      if (said.role !== 'agent') return false;
      if (isLast) return status !== null && isSame(said, status);
      return messageText !== undefined && firstText(said.parts) === messageText;
    };
    const index = this.#next(isMeant);
    const found = history[index];
    if (found !== undefined) {
      this.#recordUpTo(index);
      this.#placed = index + 1;
      return { message: found.value, source: ['history', found.index], in_history: true };
    }
    if (status !== null) return { message: status, source: ['status', messageKey], in_history: false };
    if (messageText === undefined) return { message: undefined, source: this.#answerPlace(isLast), in_history: true };
    const quoted: Message = {
      message_id: `${this.#record.id}.${this.#told.length}`,
      role: 'agent',
      parts: [{ text: messageText }],
    };
    return { message: quoted, source: null, in_history: false };
  }

  /** What is made for an answer without a message is the answer. */
  #answerPlace(isLast: boolean): Path {
    const [first] = isLast ? this.#record.artifacts : [];
    return first === undefined ? ['status'] : ['artifacts', first.index];
  }

  /** They carry no time: the last turn is the likeliest. */
  #artifacts(): void {
    if (this.#artifactsTold) return;
    this.#artifactsTold = true;
    for (const { value: artifact, index } of this.#record.artifacts) {
      const event: A2aEvent = {
        type: 'artifact-emitted',
        ...this.#place(undefined),
        artifact,
        append: false,
        last_chunk: true,
      };
      this.#add(event, ['artifacts', index]);
    }
  }

  /** What stands in the history up to here and no transition explains. */
  #recordUpTo(end: number): void {
    for (; this.#placed < end; this.#placed++) {
      const said = this.#record.history[this.#placed];
      if (said === undefined) return;
      this.#add(this.#recorded(said.value), ['history', said.index]);
    }
  }

  /** Some servers keep progress in the history as well: then the two are one and the same message. */
  #recorded(message: Message): A2aEvent {
    const { state, message: status, at } = this.#record;
    const isProgress = !isFinal(state) && status !== null && isSame(message, status);
    if (!isProgress) return { type: 'message-recorded', ...this.#place(undefined), message };
    this.#progressTold = true;
    return { type: 'status-sent', ...this.#place(at), message, in_history: true };
  }

  #rest(): readonly Told[] {
    const { history, state, message, messageKey, artifacts, at } = this.#record;
    this.#recordUpTo(history.length);
    const isLate = !this.#artifactsTold && artifacts.length > 0;
    this.#artifacts();
    if (isLate) this.#add({ type: 'artifacts-written', ...this.#place(undefined) }, null);
    if (!isFinal(state) && message !== null && !this.#progressTold) {
      this.#add({ type: 'status-sent', ...this.#place(at), message }, ['status', messageKey]);
    }
    return this.#told;
  }

  #place(at: string | undefined) {
    return { task: this.#record.id, ...(at !== undefined && { at }) };
  }

  #add(event: A2aEvent, source: Path | null): void {
    this.#told.push({ event, source });
  }
}

/** The same message, by its id; where a server gives it a new one for the status, by what it says. */
const isSame = (said: Message, status: Message): boolean =>
  said.message_id === status.message_id ||
  (said.role === status.role && isSameValue(said.parts.map(partValue), status.parts.map(partValue)));
