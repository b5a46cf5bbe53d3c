import { isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Chunk } from '../artifact.ts';
import type { Protocol } from '../header.ts';
import type { Message } from '../message.ts';
import { isFinal, isTerminal, type TaskState } from '../task-state.ts';
import { fieldAt, recordAt, textAt } from './field.ts';
import { contextOf } from './likeness.ts';
import { timeAt } from './time.ts';
import { readWireArtifact, readWireMessage } from './read-content.ts';
import { isNewSpelling, readState } from './spelling.ts';

/** A Task that a server sent, in this system's types. */
export interface TaskRecord {
  readonly id: string;
  readonly context: string | null;
  readonly version: Protocol;
  readonly state: TaskState;
  /** Whether `status` has a readable state. Without it, `state` is only the state in which tasks begin. */
  readonly isStateKnown: boolean;
  readonly at: string | undefined;
  readonly message: Message | null;
  /** The key of the message in `status`. */
  readonly messageKey: 'message' | 'update';
  readonly artifacts: readonly IndexedElement<Chunk>[];
  readonly history: readonly IndexedElement<Message>[];
  /** Null when the server keeps none. The last one, if any, leads to `state`. */
  readonly transitions: readonly TransitionRecord[] | null;
  /** Whether the last recorded transition leads to another state. */
  readonly contradictsStatus: boolean;
  /** Metadata beside the transitions. */
  readonly metadata: RecordValue;
  /** The places of unreadable parts. */
  readonly lost: readonly string[];
}

/** A readable element, with its index in its list. */
export interface IndexedElement<T> {
  readonly value: T;
  readonly index: number;
}

export interface TransitionRecord {
  readonly state: TaskState;
  readonly at: string | undefined;
  readonly messageText: string | undefined;
}

/** The key of a status's message: `message`, or `update` in drafts of version 1.0. */
export const statusMessageKey = (status: RecordValue): 'message' | 'update' =>
  (fieldAt(status, 'message') ?? null) === null && isRecord(fieldAt(status, 'update')) ? 'update' : 'message';

export const readTask = (value: RecordValue): TaskRecord => new TaskReader(value).read();

class TaskReader {
  readonly #task: RecordValue;
  readonly #id: string;
  readonly #lost: string[] = [];

  constructor(task: RecordValue) {
    this.#task = task;
    this.#id = textAt(task, 'id') ?? 'task';
  }

  read(): TaskRecord {
    const status = recordAt(this.#task, 'status');
    const state = fieldAt(status, 'state');
    const at = timeAt(status, 'timestamp');
    if (at === undefined && (fieldAt(status, 'timestamp') || null) !== null) this.#lose('status.timestamp');
    const { stateTransitions, ...metadata } = recordAt(this.#task, 'metadata');
    const record: Omit<TaskRecord, 'contradictsStatus'> = {
      id: this.#id,
      context: contextOf(this.#task),
      version: isNewSpelling(state) ? '1.0' : '0.3',
      state: readState(state) ?? 'submitted',
      isStateKnown: readState(state) !== undefined,
      at,
      message: this.#statusMessage(status),
      messageKey: statusMessageKey(status),
      artifacts: this.#each('artifacts', (artifact, place) =>
        readWireArtifact(artifact, place, place, (lost) => this.#lose(lost)),
      ),
      history: this.#each('history', (message, place) => this.#message(message, place, 'user')),
      transitions: this.#transitions(stateTransitions),
      metadata,
      lost: this.#lost,
    };
    const recorded = record.transitions;
    const transitions = recorded?.length && !saysNothing(state) ? transitionsTo(record.state, at, recorded) : recorded;
    return { ...record, transitions, contradictsStatus: transitions !== recorded };
  }

  #statusMessage(status: RecordValue): Message | null {
    const key = statusMessageKey(status);
    const message = fieldAt(status, key) ?? null;
    return message === null ? null : this.#message(message, `status.${key}`, 'agent');
  }

  #each<T>(key: string, read: (value: Value, place: string) => T | null): readonly IndexedElement<T>[] {
    const list = fieldAt(this.#task, key) ?? null;
    if (list === null) return [];
    if (!isList(list)) {
      this.#lose(key);
      return [];
    }
    return [...list].flatMap((element, index) => {
      const value = read(element, `${key}[${index}]`);
      return value === null ? [] : { value, index };
    });
  }

  #message(value: Value, place: string, role: Message['role']): Message | null {
    return readWireMessage(value, place, { id: `${this.#id}.${place}`, role }, (lost) => this.#lose(lost));
  }

  #transitions(value: Value | undefined): readonly TransitionRecord[] | null {
    if (value === undefined || !isList(value)) return null;
    return [...value].flatMap((record, index) => {
      const state = isRecord(record) ? readState(fieldAt(record, 'state')) : undefined;
      if (!isRecord(record) || state === undefined) {
        this.#lose(`metadata.stateTransitions[${index}]`);
        return [];
      }
      return { state, at: timeAt(record, 'timestamp'), messageText: textAt(record, 'messageText') };
    });
  }

  #lose(place: string): void {
    this.#lost.push(place);
  }
}

/** Whether the state is missing, or one of the words for a state that is not known. */
const saysNothing = (state: Value | undefined): boolean =>
  readState(state) === undefined || state === 0 || (typeof state === 'string' && /unknown|unspecified/i.test(state));

/**
 * The transitions up to the state in `status`. A server may write them late, and a text may be cut off: missing ones are
 * added, and those after that state are dropped.
 */
function transitionsTo(
  state: TaskState,
  at: string | undefined,
  recorded: readonly TransitionRecord[],
): readonly TransitionRecord[] {
  for (let length = recorded.length; length > 0; length--) {
    const last = recorded[length - 1]?.state;
    if (last === state) return length === recorded.length ? recorded : recorded.slice(0, length);
    const missing = last === undefined ? undefined : statesBetween(last, state);
    if (missing === undefined) continue;
    const added = missing.map((one) => ({ state: one, at: undefined, messageText: undefined }));
    return [...recorded.slice(0, length), ...added, { state, at, messageText: undefined }];
  }
  return [];
}

/** The states that a task passes from one state to another; undefined if it cannot get there. */
function statesBetween(from: TaskState, to: TaskState): readonly TaskState[] | undefined {
  if (isTerminal(from)) return undefined;
  if (from === 'working') return isFinal(to) ? [] : undefined;
  if (from === 'submitted') return to === 'working' || to === 'canceled' ? [] : ['working'];
  if (to === 'submitted' || (isTerminal(to) && to !== 'completed')) return [];
  return to === 'working' ? ['submitted'] : ['submitted', 'working'];
}
