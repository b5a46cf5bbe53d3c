import { contextAt, type ContextView } from '../../../model/context-view.ts';
import { defaultDecisions, type Decisions } from '../../../model/decisions.ts';
import { PersistentMap } from '../../../model/persistent-map.ts';
import type { RecordValue } from '../../../model/value.ts';
import type { CallHeld, TaskCreated, TaskEvent } from '../event.ts';
import type { TaskHeader } from '../header.ts';
import { declarationsIn, named } from '../capability.ts';
import { apply, clockOf, initialState, type TaskState } from '../machine.ts';
import { emptyManifest, readManifest, readManifestSources, type Manifest, type ManifestSources } from '../manifest.ts';
import { EventLog } from './event-log.ts';
import type { LiveTask } from './live-task.ts';

/** The root task, its child tasks, and the data that they share. */
export interface RunState {
  readonly tasks: Tasks;
  /** The waiting calls, the longest wait first. */
  readonly held: readonly CallHeld[];
  /** The number of waits that have begun. */
  readonly waits: number;
  /** Files by mount. */
  readonly mounts: PersistentMap<RecordValue>;
  readonly sources: ManifestSources;
  readonly world: RunInputs;
}

/** The constant inputs of a run. */
export interface RunInputs {
  /** The variable `now`. */
  readonly now: string | undefined;
  /** The result of a capability that a script or a step calls, unless the call has its own. */
  readonly scriptResults: RecordValue;
}

export const rootTask = 'root';

/** Without `files` there is a mount only if the manifest declares one. */
export function runState(
  header: TaskHeader,
  world: RunInputs,
  files: RecordValue | undefined,
  log = EventLog.of(header),
): RunState {
  const manifest = read(header.manifest === undefined ? undefined : readManifest(header.manifest), emptyManifest);
  const sources = read(readManifestSources(header.agents, header.tools), { agents: new Map(), tools: new Map() });
  const hasMount = manifest.mount === undefined ? files !== undefined : manifest.mount !== 'none';
  const mount = hasMount ? mountOf(manifest, rootTask, header.agent?.name ?? '') : null;
  return {
    tasks: Tasks.of(liveTask(rootTask, null, manifest, mount, header, log)),
    held: [],
    waits: 0,
    mounts: mount === null ? PersistentMap.of<RecordValue>() : PersistentMap.of([mount, files ?? {}]),
    sources,
    world,
  };
}

/** A header from a file may be written by hand: unreadable parts declare nothing. */
const read = <T>(result: { ok: true; value: T } | { ok: false } | undefined, otherwise: T): T =>
  result?.ok === true ? result.value : otherwise;

function liveTask(
  id: string,
  parent: string | null,
  manifest: Manifest,
  mount: string | null,
  header: TaskHeader,
  log: EventLog,
): LiveTask {
  return { id, parent, manifest, mount, task: initialState(header), log };
}

/** A mount of the scope `task` belongs to one task; those of an agent or a workspace are shared by the tasks that have them. */
function mountOf({ mount = 'task' }: Manifest, id: string, agent: string): string {
  if (mount === 'agent') return `agent:${agent}`;
  return mount === 'workspace' ? 'workspace' : `task:${id}`;
}

export const rootOf = ({ tasks }: RunState): LiveTask => tasks.root;

/** Returns the same object when nothing changes. A task that is over never changes. */
export function happened(run: RunState, event: TaskEvent): RunState {
  const known = precomputed.get(run);
  return known?.event === event ? known.next : next(run, event);
}

/** The same, but the result is cached for the real event: two continuations of one state would make the second copy its log. */
export function foresee(run: RunState, event: TaskEvent): RunState {
  const after = happened(run, event);
  precomputed.set(run, { event, next: after });
  return after;
}

const precomputed = new WeakMap<RunState, { readonly event: TaskEvent; readonly next: RunState }>();

function next(run: RunState, event: TaskEvent): RunState {
  switch (event.type) {
    case 'task-created':
      return created(run, event);
    case 'call-held': {
      const isNew = run.held.every(({ token }) => token !== event.token);
      const held = isNew
        ? [...run.held, event]
        : run.held.map((other) => (other.token === event.token ? event : other));
      return noted({ ...run, held, waits: run.waits + Number(isNew) }, event);
    }
    case 'wait-settled':
      return noted({ ...run, held: run.held.filter(({ token }) => token !== event.token) }, event);
    case 'file-written': {
      const mount = event.mount ?? rootOf(run).mount ?? mountOf(emptyManifest, rootTask, '');
      const files = { ...run.mounts.get(mount), [event.path]: event.text };
      return noted({ ...run, mounts: run.mounts.set(mount, files) }, event);
    }
    case 'clock-advanced':
      return [...run.tasks].reduce((now, [id]) => applied(now, id, event), run);
    default:
      return applied(run, ownerOf(run, event), event);
  }
}

/** A derived context of a recording is not a separate task: its events belong to the root. */
export function ownerOf(run: RunState, event: TaskEvent): string {
  const node = 'node' in event ? event.node : undefined;
  return node !== undefined && run.tasks.has(node) ? node : rootTask;
}

function applied(run: RunState, id: string, event: TaskEvent): RunState {
  const live = run.tasks.get(id);
  if (live === undefined || live.task.phase.kind === 'terminal') return run;
  const changed = { ...live, task: apply(live.task, event), log: live.log.append(withoutNode(event, id)) };
  return { ...run, tasks: run.tasks.set(changed) };
}

/** Adds the event to the root's log, for readers of the session's events; no task changes. */
function noted(run: RunState, event: TaskEvent): RunState {
  return applied(run, ownerOf(run, event), event);
}

/** In a child's own log the child is the root. */
function withoutNode(event: TaskEvent, id: string): TaskEvent {
  if (id === rootTask || event.type === 'task-created' || !('node' in event)) return event;
  const { node: _node, ...own } = event;
  return own;
}

function created(run: RunState, event: TaskCreated): RunState {
  const { node, agent } = event;
  const parent = run.tasks.get(event.parent ?? rootTask);
  if (parent === undefined || run.tasks.has(node)) return run;
  const manifest = named(run.sources.agents, agent) ?? emptyManifest;
  const hasMount = manifest.mount !== undefined && manifest.mount !== 'none';
  const mount = hasMount ? mountOf(manifest, node, agent) : null;
  const header = event.header ?? childHeader(run, parent, event, manifest);
  const child = liveTask(node, parent.id, manifest, mount, header, parent.log.another(header));
  return applied({ ...run, tasks: run.tasks.set(child) }, parent.id, event);
}

/** The child works for the same user, with the model and limits of its own manifest. */
function childHeader(run: RunState, { task }: LiveTask, { agent, at }: TaskCreated, manifest: Manifest): TaskHeader {
  const { header } = task;
  const started = at ?? clockOf(task);
  const model = manifest.model ?? header.model;
  return {
    title: agent,
    agent: { ...header.agent, name: agent },
    ...(header.user !== undefined && { user: header.user }),
    ...(model !== undefined && { model }),
    ...(started !== undefined && { started_at: started }),
    ...(header.decisions !== undefined && { decisions: header.decisions }),
    capabilities: declarationsIn(manifest, run.sources),
    ...(manifest.limits !== undefined && { limits: manifest.limits }),
  };
}

const decisionsOf = ({ header }: TaskState): Decisions => ({ ...defaultDecisions, ...header.decisions });

/** The context that expressions of a task see now. Read it at once. */
export function contextOf({ task, log }: Pick<LiveTask, 'task' | 'log'>): ContextView {
  return contextAt(log.history(), task.turns.length - 1, decisionsOf(task));
}

/** The waiting calls of a task. */
export const waitingCalls = ({ held }: RunState, id: string): readonly CallHeld[] =>
  held.filter(({ node }) => (node ?? rootTask) === id);

/** The immutable collection of a run's tasks by id. Most runs only have a root, which changes with every event and needs no map. */
class Tasks implements Iterable<readonly [string, LiveTask]> {
  readonly root: LiveTask;
  /** In the order of creation. */
  readonly #below: PersistentMap<LiveTask>;

  private constructor(root: LiveTask, below: PersistentMap<LiveTask>) {
    this.root = root;
    this.#below = below;
  }

  static of(root: LiveTask): Tasks {
    return new Tasks(root, PersistentMap.of<LiveTask>());
  }

  get size(): number {
    return 1 + this.#below.size;
  }

  get(id: string): LiveTask | undefined {
    return id === this.root.id ? this.root : this.#below.get(id);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  set(live: LiveTask): Tasks {
    return live.id === this.root.id
      ? new Tasks(live, this.#below)
      : new Tasks(this.root, this.#below.set(live.id, live));
  }

  /** The root first. */
  *[Symbol.iterator](): Iterator<readonly [string, LiveTask]> {
    yield [this.root.id, this.root];
    yield* this.#below;
  }
}
