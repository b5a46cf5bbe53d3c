import { ComputedMap } from '../../model/computed-map.ts';
import { MapView, Unknown, type Value } from '../../model/value.ts';
import { contextFields, fieldOf, historyEntry, previousArtifact, type ContextField } from './context-fields.ts';
import type { Protocol } from './header.ts';
import { Form } from './mapped-list.ts';
import { turnOf, type A2aState } from './state.ts';
import type { Task } from './task.ts';
import { earlierCount, type Turn } from './turn.ts';
import { knownState, statusJson } from './wire/task-json.ts';
import { artifactList, taskView } from './wire/task-view.ts';

const ofTheTask = ['state', 'status', 'artifacts', 'task', 'tasks', 'stored_context'] as const;
/** `deps` belong to the server and are never recorded. */
export const namesOfContext: readonly string[] = [...contextFields.filter((field) => field !== 'deps'), ...ofTheTask];

const entries = new Form(historyEntry);
const earlierArtifacts = new Form(previousArtifact);
/**
 * What rules see as `ctx`: the worker's context of the task with the latest event, and beside it what clients can read:
 * `state` in the page's spelling, `status` and `artifacts` as on the wire, the whole `task`, all `tasks` of the session by
 * id, and the stored value of the conversation.
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
    return namesOfContext;
  }

  override get(key: string): Value | undefined {
    const [state, task] = [this.#state, this.#task];
    const version = state.settings.protocol;
    switch (key) {
      case 'state':
        return knownState(task);
      case 'status':
        return statusJson(knownState(task), task.message, task.at, task, version);
      case 'artifacts':
        return artifactList(task, version);
      case 'task':
        return taskView(task, version);
      case 'tasks':
        return new ComputedMap(
          [...state.tasks].map(({ id }) => id),
          (id) => viewOf(state.tasks.get(id), version),
        );
      case 'stored_context':
        return task.context === null ? null : (state.contexts.get(task.context)?.value ?? null);
      default:
        return namesOfContext.includes(key) ? this.#field(key as ContextField) : undefined; // the others are handled above
    }
  }

  /**
   * Fields that are unknown before a worker picks the task up. The request context is never included, even when it is still
   * in memory, because everything that rules see is shown, sent and exported.
   */
  #field(field: ContextField): Value {
    if (field === 'task_id') return this.#task.id;
    if (field === 'context_id') return this.#task.context;
    const turn = turnOf(this.#state, this.#task);
    if (turn === undefined || isLost(turn, field)) return new Unknown([['ctx', field]]);
    if (field === 'history') return entries.list(turn.history, earlierCount(turn));
    if (field === 'previous_artifacts') return earlierArtifacts.list(turn.previousArtifacts);
    return fieldOf(this.#state, turn, field);
  }
}

const ofTheMessage: readonly ContextField[] = [
  'message_id',
  'user_text',
  'parts',
  'files',
  'data_parts',
  'metadata',
  'reference_task_ids',
  'message_extensions',
];

const isLost = ({ request: { message } }: Turn, field: ContextField): boolean =>
  field === 'request_context' || (message === null && (field === 'history' || ofTheMessage.includes(field)));

const viewOf = (task: Task | undefined, version: Protocol): Value =>
  task === undefined ? null : taskView(task, version);
