import { ok } from '../../../base/result.ts';
import { entry, isRecord, MapView, type RecordValue, type Value } from '../../model/value.ts';
import type { VectorOutcome, VectorRun, VectorStep, VectorSystem } from '../vectors.ts';
import { apply } from './apply.ts';
import { fieldOf, isContextField, partValue, type ContextField } from './context-fields.ts';
import { decide } from './decide.ts';
import { a2aGiven, openingOf, type Opening } from './opening.ts';
import { operationSpecs } from './operations/specs.ts';
import { historyText } from './part.ts';
import type { A2aState } from './state.ts';
import { storedTask } from './stored-task.ts';
import type { StreamEvent } from './stream-event.ts';
import { toSnapshot } from './snapshot/to-snapshot.ts';

/** Runs the behaviour vectors of this system. They are trusted, so a malformed vector simply fails. */
export const a2aVectors: VectorSystem = {
  known: a2aGiven,
  operations: operationSpecs,
  start(given) {
    const opening = openingOf(given);
    return opening.ok ? ok(new A2aRun(opening.value)) : opening;
  },
};

class A2aRun implements VectorRun {
  #state: A2aState;
  /** The number of stream events before the first step, which vectors leave out. */
  readonly #shownBefore: number;

  constructor({ events, empty }: Opening) {
    this.#state = events.reduce(apply, empty);
    this.#shownBefore = this.#state.stream.length;
  }

  perform({ op }: VectorStep, args: RecordValue, on: Value | undefined): VectorOutcome {
    const target = on instanceof LabelledContext ? on.id : undefined;
    const decided = decide(this.#state, { op, args, ...(target !== undefined && { on: target }) });
    switch (decided.kind) {
      case 'refused':
        return { throws: decided.error };
      case 'ignored':
        return { ignored: true };
      case 'waits':
        throw new Error('nothing waits in this system');
      default:
        this.#state = decided.events.reduce(apply, this.#state);
        return { returns: this.#labelled(op, args, decided.returns) };
    }
  }

  label(name: string): Value | undefined {
    switch (name) {
      case 'ctx':
        return new LabelledContext(() => this.#state, 'ctx');
      case 'task':
        return this.#task();
      case 'events':
        return this.events();
      case 'response':
        return this.#response();
      case 'stored_contexts':
        return Object.fromEntries([...this.#state.contexts].map(({ id, value }) => [id, value]));
      default:
        return undefined;
    }
  }

  events(): readonly Value[] {
    return [...this.#state.stream].slice(this.#shownBefore).map(eventValue);
  }

  snapshot(): Value {
    return toSnapshot(this.#state);
  }

  /** A new turn becomes a context that later steps can call; a property has the form of its label. */
  #labelled(op: string, args: RecordValue, returns: Value): Value {
    const id = isRecord(returns) ? returns['ctx'] : undefined;
    if (typeof id === 'string') return new LabelledContext(() => this.#state, id);
    if (isRecord(returns) && returns['enqueued'] === false) return { enqueued: false };
    const field = args['field'];
    return op === 'get' && typeof field === 'string' && isContextField(field) ? inLabelForm(field, returns) : returns;
  }

  #task(): Value | undefined {
    const task = this.#state.tasks.at(0);
    return task === undefined ? undefined : storedTask(task);
  }

  /** What a blocking send would return now. */
  #response(): Value | undefined {
    const task = this.#state.tasks.at(0);
    if (task === undefined) return undefined;
    const reply = [...task.history].find(({ message_id }) => message_id === task.directReply);
    return reply === undefined
      ? { task: storedTask(task) }
      : { message: { role: reply.role, text: historyText(reply.parts) } };
  }
}

/** A context as a label of vectors; its fields are read from the current state. */
class LabelledContext extends MapView {
  readonly id: string;
  readonly #state: () => A2aState;

  constructor(state: () => A2aState, id: string) {
    super();
    this.#state = state;
    this.id = id;
  }

  override get(key: string): Value | undefined {
    const state = this.#state();
    const turn = state.turns.get(this.id);
    if (turn === undefined || !isContextField(key)) return undefined;
    return inLabelForm(key, fieldOf(state, turn, key));
  }

  /** The fields that a script prints; the request context is left out unless it is read by name. */
  override keys(): readonly string[] {
    return ['turn_ended', 'user_text', 'data_parts', 'files', 'history', 'previous_artifacts'];
  }
}

/** In vectors an entry of the history has only a role and a text. */
function inLabelForm(field: ContextField, value: Value): Value {
  if (field !== 'history' || !Array.isArray(value)) return value;
  return value.map((message: Value) =>
    isRecord(message) ? { role: entry(message, 'role') ?? null, text: entry(message, 'text') ?? null } : message,
  );
}

function eventValue(event: StreamEvent): RecordValue {
  switch (event.type) {
    case 'status': {
      const text = event.message === null ? null : historyText(event.message.parts);
      return { type: 'status', state: event.state, final: event.final, text };
    }
    case 'artifact':
      return {
        type: 'artifact',
        artifact_id: event.chunk.artifact_id,
        append: event.append,
        last_chunk: event.lastChunk,
        parts: event.chunk.parts.map(partValue),
      };
    default:
      return { type: 'message', text: historyText(event.message.parts) };
  }
}
