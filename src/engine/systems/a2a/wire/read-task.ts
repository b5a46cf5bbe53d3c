import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Chunk } from '../artifact.ts';
import type { Protocol } from '../header.ts';
import type { Message } from '../message.ts';
import type { Part } from '../part.ts';
import type { TaskState } from '../task-state.ts';
import { metadataOf, readPart, textAt } from './read-part.ts';
import { readRole, readState } from './spelling.ts';

/** A Task as some server sent it, in our words. */
export interface TaskRecord {
  readonly id: string;
  readonly context: string | null;
  readonly version: Protocol;
  readonly state: TaskState;
  readonly at: string | undefined;
  readonly message: Message | null;
  readonly artifacts: readonly Chunk[];
  readonly history: readonly Message[];
  /** Null where the server keeps none. */
  readonly transitions: readonly TransitionRecord[] | null;
  /** Beside the transitions. */
  readonly metadata: RecordValue;
  /** Places of what could not be read. */
  readonly lost: readonly string[];
}

export interface TransitionRecord {
  readonly state: TaskState;
  readonly at: string | undefined;
  readonly messageText: string | undefined;
}

export function isTaskLike(value: Value): value is RecordValue {
  if (!isRecord(value)) return false;
  const status = entry(value, 'status');
  const state = status !== undefined && isRecord(status) ? entry(status, 'state') : undefined;
  return typeof state === 'string' && readState(state) !== undefined && typeof entry(value, 'id') === 'string';
}

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
    const state = textAt(status, 'state') ?? '';
    const { stateTransitions, ...metadata } = recordAt(this.#task, 'metadata');
    return {
      id: this.#id,
      context: textAt(this.#task, 'contextId') ?? null,
      version: state.startsWith('TASK_STATE_') ? '1.0' : '0.3',
      state: readState(state) ?? 'submitted',
      at: textAt(status, 'timestamp'),
      message: this.#message(entry(status, 'message'), 'status.message', 'agent'),
      artifacts: this.#each('artifacts', (artifact, place) => this.#artifact(artifact, place)),
      history: this.#each('history', (message, place) => this.#message(message, place, 'user')),
      transitions: this.#transitions(stateTransitions),
      metadata,
      lost: this.#lost,
    };
  }

  #each<T>(key: string, read: (value: Value, place: string) => T | null): readonly T[] {
    const list = entry(this.#task, key);
    if (list === undefined || !isList(list)) return [];
    return [...list].map((value, index) => read(value, `${key}[${index}]`)).filter((element) => element !== null);
  }

  #message(value: Value | undefined, place: string, otherwise: Message['role']): Message | null {
    if (value === undefined || value === null) return null;
    if (!isRecord(value)) return this.#lose(place);
    const extensions = textsAt(value, 'extensions');
    const references = textsAt(value, 'referenceTaskIds');
    return {
      // Some servers leave it out; nothing else here tells two messages apart.
      message_id: textAt(value, 'messageId') ?? `${this.#id}.${place}`,
      role: readRole(textAt(value, 'role') ?? '') ?? otherwise,
      parts: this.#parts(value, place),
      ...metadataOf(value),
      ...(extensions.length > 0 && { extensions }),
      ...(references.length > 0 && { reference_task_ids: references }),
    };
  }

  #artifact(value: Value, place: string): Chunk | null {
    if (!isRecord(value)) return this.#lose(place);
    const [name, description] = [textAt(value, 'name'), textAt(value, 'description')];
    const extensions = textsAt(value, 'extensions');
    return {
      artifact_id: textAt(value, 'artifactId') ?? place,
      parts: this.#parts(value, place),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...metadataOf(value),
      ...(extensions.length > 0 && { extensions }),
    };
  }

  #parts(value: RecordValue, place: string): readonly Part[] {
    const list = entry(value, 'parts');
    if (list === undefined || !isList(list)) return [];
    return [...list].flatMap((part, index) => readPart(part) ?? this.#lose(`${place}.parts[${index}]`) ?? []);
  }

  #transitions(value: Value | undefined): readonly TransitionRecord[] | null {
    if (value === undefined || !isList(value)) return null;
    return [...value].flatMap((record, index) => {
      const state = isRecord(record) ? readState(textAt(record, 'state') ?? '') : undefined;
      if (!isRecord(record) || state === undefined) {
        return this.#lose(`metadata.stateTransitions[${index}]`) ?? [];
      }
      return { state, at: textAt(record, 'timestamp'), messageText: textAt(record, 'messageText') };
    });
  }

  #lose(place: string): null {
    this.#lost.push(place);
    return null;
  }
}

function recordAt(value: RecordValue, key: string): RecordValue {
  const found = entry(value, key);
  return found !== undefined && isRecord(found) ? found : {};
}

function textsAt(value: RecordValue, key: string): readonly string[] {
  const list = entry(value, key);
  return list !== undefined && isList(list) ? [...list].filter((element) => typeof element === 'string') : [];
}
