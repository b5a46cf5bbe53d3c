import { isSame as isSameValue } from '../../../model/equal.ts';
import type { Path } from '../../../model/path.ts';
import { partValue } from '../context-fields.ts';
import type { A2aEvent } from '../event.ts';
import type { Message } from '../message.ts';
import { firstText } from '../part.ts';
import { isFinal } from '../task-state.ts';
import type { TaskRecord, TransitionRecord } from '../wire/read-task.ts';

/** An event, and what in the Task says so; null for what follows from it only. */
export interface Told {
  readonly event: A2aEvent;
  readonly source: Path | null;
}

/**
 * The turns of a Task, rebuilt from its history and, where its server keeps them, its transitions. What comes out
 * ends in the very Task: the same state, messages, artifacts and transitions.
 */
export function timelineOf(record: TaskRecord): readonly Told[] {
  const timeline = new Timeline(record);
  return record.transitions === null || record.transitions.length === 0
    ? timeline.guessed()
    : timeline.told(record.transitions);
}

/** Whether turns had to be guessed from who spoke when. */
export const isGuessed = ({ transitions, history }: TaskRecord): boolean =>
  (transitions === null || transitions.length === 0) && history.filter(({ role }) => role === 'user').length > 1;

class Timeline {
  readonly #record: TaskRecord;
  readonly #told: Told[] = [];
  /** How much of the history has been placed. */
  #placed = 0;

  constructor(record: TaskRecord) {
    this.#record = record;
  }

  told(transitions: readonly TransitionRecord[]): readonly Told[] {
    const last = transitions.length - 1;
    this.#submit(transitions[0]?.at, true);
    for (const [index, transition] of transitions.entries()) {
      const { state, at } = transition;
      if (state === 'submitted') {
        if (index > 0) this.#resume(at);
      } else if (state === 'working') this.#add({ type: 'turn-started', ...this.#place(at) }, null);
      else {
        if (index === last) this.#artifacts();
        this.#end(transition, index === last);
      }
    }
    return this.#rest();
  }

  guessed(): readonly Told[] {
    const { state, history, at, message } = this.#record;
    this.#submit(undefined, false);
    if (state !== 'submitted' || history.length > 1) this.#start();
    while (history.slice(this.#placed).some(({ role }) => role === 'user')) this.#guessTurn();
    if (!isFinal(state)) return this.#rest();
    this.#artifacts();
    const same = history.findIndex((said, index) => index >= this.#placed && message !== null && isSame(said, message));
    if (same === -1) this.#recordUpTo(history.length);
    this.#end({ state, at, messageText: undefined }, true);
    return this.#rest();
  }

  /** Up to the next message of the user: what the agent said last was its question. */
  #guessTurn(): void {
    const { history } = this.#record;
    const next = history.findIndex(({ role }, index) => index >= this.#placed && role === 'user');
    if (next === this.#placed) return this.#recordUpTo(next + 1);
    this.#recordUpTo(next - 1);
    const [message, index] = [history[next - 1], next - 1];
    this.#placed = next;
    this.#add(
      {
        type: 'turn-ended',
        ...this.#place(undefined),
        state: 'input-required',
        ...(message !== undefined && { message }),
      },
      ['history', index],
    );
    this.#resume(undefined);
    this.#start();
  }

  #submit(at: string | undefined, keepsTransitions: boolean): void {
    const { context, history, metadata } = this.#record;
    const first = history[0]?.role === 'user' ? history[0] : undefined;
    if (first !== undefined) this.#placed = 1;
    this.#add(
      {
        type: 'task-submitted',
        ...this.#place(at),
        context,
        ...(first !== undefined && { message: first }),
        ...(!keepsTransitions && { keeps_transitions: false }),
      },
      first === undefined ? [] : ['history', 0],
    );
    if (Object.keys(metadata).length > 0) {
      this.#add({ type: 'metadata-merged', ...this.#place(undefined), metadata }, ['metadata']);
    }
  }

  /** The user's next message, after whatever the agent said before it. */
  #resume(at: string | undefined): void {
    const { history } = this.#record;
    const next = history.findIndex(({ role }, index) => index >= this.#placed && role === 'user');
    if (next !== -1) this.#recordUpTo(next);
    const message = next === -1 ? undefined : history[next];
    if (next !== -1) this.#placed = next + 1;
    this.#add(
      { type: 'message-received', ...this.#place(at), ...(message !== undefined && { message }) },
      next === -1 ? null : ['history', next],
    );
  }

  #start(): void {
    this.#add({ type: 'turn-started', ...this.#place(undefined) }, null);
  }

  /** The end of a turn, with the message that it says was said, wherever that stands. */
  #end(transition: TransitionRecord, isLast: boolean): void {
    const { state, at } = transition;
    const { message, source, in_history } = this.#endMessage(transition, isLast);
    const said = message === undefined ? {} : { message, ...(!in_history && { in_history: false }) };
    const isDirect = message !== undefined && this.#record.metadata['_a2akit_direct_reply'] === message.message_id;
    if (state === 'canceled') this.#add({ type: 'task-closed', ...this.#place(at), state, ...said }, source);
    else {
      const by = isDirect ? ({ by: 'reply_directly' } as const) : {};
      this.#add({ type: 'turn-ended', ...this.#place(at), ...by, state, ...said }, source);
    }
  }

  #endMessage({ messageText }: TransitionRecord, isLast: boolean) {
    const { history, message } = this.#record;
    const status = isLast ? message : null;
    const isMeant = (said: Message): boolean => {
      if (said.role !== 'agent') return false;
      if (isLast) return status !== null && isSame(said, status);
      return messageText !== undefined && firstText(said.parts) === messageText;
    };
    const index = history.findIndex((said, at) => at >= this.#placed && isMeant(said));
    const found = history[index];
    if (found !== undefined) {
      this.#recordUpTo(index);
      this.#placed = index + 1;
      return { message: found, source: ['history', index], in_history: true };
    }
    if (status !== null) return { message: status, source: ['status', 'message'], in_history: false };
    if (messageText === undefined) return { message: undefined, source: ['status'], in_history: true };
    const quoted: Message = {
      message_id: `${this.#record.id}.${this.#told.length}`,
      role: 'agent',
      parts: [{ text: messageText }],
    };
    return { message: quoted, source: null, in_history: false };
  }

  /** They carry no time: the last turn is the likeliest. */
  #artifacts(): void {
    for (const [index, artifact] of this.#record.artifacts.entries()) {
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
      const message = this.#record.history[this.#placed];
      if (message === undefined) return;
      this.#add({ type: 'message-recorded', ...this.#place(undefined), message }, ['history', this.#placed]);
    }
  }

  #rest(): readonly Told[] {
    const { history, state, message, artifacts, at } = this.#record;
    this.#recordUpTo(history.length);
    if (isFinal(state)) return this.#told;
    this.#artifacts();
    if (artifacts.length > 0) this.#add({ type: 'artifacts-written', ...this.#place(undefined) }, null);
    if (message !== null) this.#add({ type: 'status-sent', ...this.#place(at), message }, ['status', 'message']);
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
