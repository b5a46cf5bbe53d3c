import { isSame as isSameValue } from '../../../model/equal.ts';
import type { Path } from '../../../model/path.ts';
import { partValue } from '../context-fields.ts';
import type { A2aEvent } from '../event.ts';
import type { Message } from '../message.ts';
import { firstText } from '../part.ts';
import { isFinal, isTerminal, takesFollowUps, type TaskState } from '../task-state.ts';
import type { TaskRecord, TransitionRecord } from '../wire/read-task.ts';

/** An event, and the place in the Task that shows it; null when the event only follows from others. */
export interface SourcedEvent {
  readonly event: A2aEvent;
  readonly source: Path | null;
}

/**
 * Rebuilds the events of a Task from its history and, if its server keeps them, its transitions. Replaying the events gives
 * the same Task: the same state, messages, artifacts and transitions. With `known`, the last known state of the task, the
 * record holds only what is new since then.
 */
export function timelineOf(record: TaskRecord, known?: TaskState): readonly SourcedEvent[] {
  const timeline = new Timeline(record, known);
  return hasTransitions(record) ? timeline.fromTransitions(record.transitions) : timeline.fromSpeakers();
}

/** Whether turns were guessed from the order of speakers. */
export const isGuessed = (record: TaskRecord): boolean =>
  record.isStateKnown &&
  !hasTransitions(record) &&
  record.history.filter(({ value }) => value.role === 'user').length > 1;

const hasTransitions = (
  record: TaskRecord,
): record is TaskRecord & { readonly transitions: readonly TransitionRecord[] } =>
  record.transitions !== null && record.transitions.length > 0;

class Timeline {
  readonly #record: TaskRecord;
  readonly #events: SourcedEvent[] = [];
  /** The number of messages of the history that already have an event. */
  #placed = 0;
  /** The state of the task after the events so far; undefined before it was submitted. */
  #state: TaskState | undefined;
  #hasArtifacts = false;
  #hasProgress = false;

  constructor(record: TaskRecord, known: TaskState | undefined) {
    this.#record = record;
    this.#state = known;
  }

  fromTransitions(transitions: readonly TransitionRecord[]): readonly SourcedEvent[] {
    const last = transitions.length - 1;
    const isKnown = this.#state !== undefined;
    if (!isKnown) this.#submit(transitions[0]?.at, true);
    for (const [index, transition] of transitions.entries()) {
      const { state, at } = transition;
      if (state === 'submitted') {
        if (index > 0 || isKnown) this.#resume(at);
      } else if (state === 'working') this.#start(at);
      else {
        if (index === last) this.#artifacts();
        this.#end(transition, index === last);
      }
    }
    return this.#rest();
  }

  fromSpeakers(): readonly SourcedEvent[] {
    const { state, isStateKnown, history, at, message } = this.#record;
    // The time of a status is the time of the transition; for a task that waits for its worker it is when it was sent.
    const sentAt = state === 'submitted' && history.length <= 1 ? at : undefined;
    if (this.#state === undefined) this.#submit(sentAt, false);
    else if (isStateKnown && takesFollowUps(this.#state) && this.#isKnown()) this.#resume(sentAt);
    // The order of speakers does not tell turns when their outcome is unknown.
    if (!isStateKnown) return this.#rest();
    if (this.#state === 'submitted' && (state !== 'submitted' || history.length > 1)) this.#start(undefined);
    while (this.#hasUserMessage()) this.#guessTurn();
    if (!isFinal(state) || this.#state === state) return this.#rest();
    this.#artifacts();
    const same = this.#next((candidate) => message !== null && isSame(candidate, message));
    if (same === -1) this.#recordUpTo(history.length);
    this.#end({ state, at, messageText: undefined }, true);
    return this.#rest();
  }

  /** A task that waited for its user may also be ended as it is. */
  #isKnown(): boolean {
    const { state, message } = this.#record;
    if (this.#hasUserMessage()) return true;
    return this.#state === state ? message !== null : !isTerminal(state) || state === 'completed';
  }

  /** Whether the user has a message without an event. */
  #hasUserMessage(): boolean {
    return this.#nextOfUser() !== -1;
  }

  #nextOfUser(): number {
    return this.#next(({ role }) => role === 'user');
  }

  /** The index of the next such message in the history; -1 when there is none. */
  #next(matches: (candidate: Message) => boolean): number {
    const { history } = this.#record;
    for (let index = this.#placed; index < history.length; index++) {
      const candidate = history[index];
      if (candidate !== undefined && matches(candidate.value)) return index;
    }
    return -1;
  }

  /** Ends the turn before the user's next message: the agent's last message was its question. */
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
    const { context, history, metadata, isStateKnown } = this.#record;
    const first = history[0]?.value.role === 'user' ? history[0] : undefined;
    if (first !== undefined) this.#placed = 1;
    this.#state = 'submitted';
    this.#add(
      {
        type: 'task-submitted',
        ...this.#place(at),
        context,
        ...(first !== undefined && { message: first.value }),
        ...(!keepsTransitions && { keeps_transitions: false, ...(!isStateKnown && { state_unrecorded: true }) }),
      },
      first === undefined ? [] : ['history', first.index],
    );
    if (Object.keys(metadata).length > 0) {
      this.#add({ type: 'metadata-merged', ...this.#place(undefined), metadata }, ['metadata']);
    }
  }

  /** The user's next message, after the agent's messages before it. */
  #resume(at: string | undefined): void {
    const next = this.#nextOfUser();
    if (next !== -1) this.#recordUpTo(next);
    const candidate = next === -1 ? undefined : this.#record.history[next];
    if (next !== -1) this.#placed = next + 1;
    this.#state = 'submitted';
    this.#add(
      { type: 'message-received', ...this.#place(at), ...(candidate !== undefined && { message: candidate.value }) },
      candidate === undefined ? null : ['history', candidate.index],
    );
  }

  #start(at: string | undefined): void {
    this.#state = 'working';
    this.#add({ type: 'turn-started', ...this.#place(at) }, null);
  }

  /** The end of a turn, with the message that the transition quotes, wherever the message is in the history. */
  #end(transition: TransitionRecord, isLast: boolean): void {
    const { state, at } = transition;
    const { message, source, in_history } = this.#endMessage(transition, isLast);
    const fields = message === undefined ? {} : { message, ...(!in_history && { in_history: false }) };
    const isDirect = message !== undefined && this.#record.metadata['_a2akit_direct_reply'] === message.message_id;
    this.#state = state;
    if (state === 'canceled') this.#add({ type: 'task-closed', ...this.#place(at), state, ...fields }, source);
    else {
      const by = isDirect ? ({ by: 'reply_directly' } as const) : {};
      this.#add({ type: 'turn-ended', ...this.#place(at), ...by, state, ...fields }, source);
    }
  }

  #endMessage({ messageText }: TransitionRecord, isLast: boolean) {
    const { history, message, messageKey } = this.#record;
    const status = isLast ? message : null;
    const matches = (candidate: Message): boolean => {
      if (candidate.role !== 'agent') return false;
      if (isLast) return status !== null && isSame(candidate, status);
      return messageText !== undefined && firstText(candidate.parts) === messageText;
    };
    const index = this.#next(matches);
    const found = history[index];
    if (found !== undefined) {
      this.#recordUpTo(index);
      this.#placed = index + 1;
      return { message: found.value, source: ['history', found.index], in_history: true };
    }
    if (status !== null) return { message: status, source: ['status', messageKey], in_history: false };
    if (messageText === undefined) return { message: undefined, source: this.#answerPlace(isLast), in_history: true };
    const quoted: Message = {
      message_id: `${this.#record.id}.${this.#events.length}`,
      role: 'agent',
      parts: [{ text: messageText }],
    };
    return { message: quoted, source: null, in_history: false };
  }

  /** Without a final message, the artifacts are the answer. */
  #answerPlace(isLast: boolean): Path {
    const [first] = isLast ? this.#record.artifacts : [];
    return first === undefined ? ['status'] : ['artifacts', first.index];
  }

  /** Artifacts have no time; the last turn is the most likely. */
  #artifacts(): void {
    if (this.#hasArtifacts) return;
    this.#hasArtifacts = true;
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

  /** Adds the messages of the history up to `end` that no transition explains. */
  #recordUpTo(end: number): void {
    for (; this.#placed < end; this.#placed++) {
      const candidate = this.#record.history[this.#placed];
      if (candidate === undefined) return;
      this.#add(this.#recorded(candidate.value), ['history', candidate.index]);
    }
  }

  /** Some servers keep progress messages in the history as well: then both are the same message. */
  #recorded(message: Message): A2aEvent {
    const { state, message: status, at } = this.#record;
    const isProgress = !isFinal(state) && status !== null && isSame(message, status);
    if (!isProgress) return { type: 'message-recorded', ...this.#place(undefined), message };
    this.#hasProgress = true;
    return { type: 'status-sent', ...this.#place(at), message, in_history: true };
  }

  #rest(): readonly SourcedEvent[] {
    const { history, state, message, messageKey, artifacts, at } = this.#record;
    this.#recordUpTo(history.length);
    const isLate = !this.#hasArtifacts && artifacts.length > 0;
    this.#artifacts();
    if (isLate) this.#add({ type: 'artifacts-written', ...this.#place(undefined) }, null);
    if (!isFinal(state) && message !== null && !this.#hasProgress) {
      this.#add({ type: 'status-sent', ...this.#place(at), message }, ['status', messageKey]);
    }
    return this.#events;
  }

  #place(at: string | undefined) {
    return { task: this.#record.id, ...(at !== undefined && { at }) };
  }

  #add(event: A2aEvent, source: Path | null): void {
    this.#events.push({ event, source });
  }
}

/** Whether two messages are the same: by id, or by content when the server gives the status message a new id. */
const isSame = (candidate: Message, status: Message): boolean =>
  candidate.message_id === status.message_id ||
  (candidate.role === status.role && isSameValue(candidate.parts.map(partValue), status.parts.map(partValue)));
