import { ComputedMap } from '../../model/computed-map.ts';
import { MapView, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { contextFields, fieldOf, type ContextField } from './context-fields.ts';
import type { A2aState } from './state.ts';
import { turnOf } from './state.ts';
import { storedTask } from './stored-task.ts';
import type { Task } from './task.ts';
import { taskJson } from './wire/task-json.ts';

const names = [
  ...contextFields.filter((field) => field !== 'deps'),
  'state',
  'status',
  'artifacts',
  'task',
  'tasks',
  'stored_context',
];

/**
 * What rules see as `ctx`: the worker's context of the task that something last happened to, and beside it what
 * clients can read — `state` in the page's spelling, `status` and `artifacts` as on the wire, the whole `task`, all
 * `tasks` of the session by id, and what the conversation has stored.
 */
export class ContextView extends MapView {
  readonly #state: A2aState;
  readonly #task: Task;

  constructor(state: A2aState, task: Task) {
    super();
    this.#state = state;
    this.#task = task;
  }

  override keys(): readonly string[] {
    return names;
  }

  override get(key: string): Value | undefined {
    const task = this.#task;
    switch (key) {
      case 'state':
        return task.state;
      case 'status':
      case 'artifacts':
        return this.#json()[key] ?? [];
      case 'task':
        return this.#json();
      case 'tasks':
        return new ComputedMap(
          [...this.#state.tasks].map(({ id }) => id),
          (id) => this.#stored(id),
        );
      case 'stored_context':
        return task.context === null ? null : (this.#state.contexts.get(task.context)?.value ?? null);
      default:
        return names.includes(key) ? this.#field(key as ContextField) : undefined; // the others are handled above
    }
  }

  #json(): RecordValue {
    return taskJson(this.#task, this.#state.settings.protocol);
  }

  #stored(id: string): Value {
    const task = this.#state.tasks.get(id);
    return task === undefined ? null : storedTask(task);
  }

  /** Of a task that no worker has picked up yet, and of a request that was never stored, nobody can tell. */
  #field(field: ContextField): Value {
    const turn = turnOf(this.#state, this.#task);
    if (field === 'task_id') return this.#task.id;
    if (field === 'context_id') return this.#task.context;
    if (turn === undefined) return new Unknown([['ctx', field]]);
    if (field === 'request_context' && turn.request.transient === null) return new Unknown([['ctx', field]]);
    return fieldOf(this.#state, turn, field);
  }
}
