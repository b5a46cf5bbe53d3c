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
import { Tasks } from './tasks.ts';

/** The task that someone talks to, the tasks that it delegated to, and what they share. */
export interface RunState {
  readonly tasks: Tasks;
  /** Calls that wait, the longest first. */
  readonly held: readonly CallHeld[];
  /** How many waits have begun. */
  readonly waits: number;
  /** Files by mount. */
  readonly mounts: PersistentMap<RecordValue>;
  readonly sources: ManifestSources;
  readonly world: World;
}

/** What a run is given and nothing changes. */
export interface World {
  /** The variable `now`. */
  readonly now: string | undefined;
  /** What a capability yields when a script or a step calls it and nobody says otherwise. */
  readonly scriptResults: RecordValue;
}

export const rootTask = 'root';

/** `files` undefined: nobody gave any, so that there is a mount only where the manifest says so. */
export function runState(
  header: TaskHeader,
  world: World,
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

/** A header from a file was written by hand, perhaps: what cannot be read in it declares nothing. */
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

/** A task's own files are nobody else's; an agent's and a workspace's are shared by the tasks that have that mount. */
function mountOf({ mount = 'task' }: Manifest, id: string, agent: string): string {
  if (mount === 'agent') return `agent:${agent}`;
  return mount === 'workspace' ? 'workspace' : `task:${id}`;
}

export const rootOf = ({ tasks }: RunState): LiveTask => tasks.root;

/** Hands back the very same object when nothing changes: a task that is over never does. */
export function happened(run: RunState, event: TaskEvent): RunState {
  const known = foreseen.get(run);
  return known?.event === event ? known.next : next(run, event);
}

/** The same, remembered for when it does happen: going on twice from one state would make the second go on with a copy. */
export function foresee(run: RunState, event: TaskEvent): RunState {
  const after = happened(run, event);
  foreseen.set(run, { event, next: after });
  return after;
}

const foreseen = new WeakMap<RunState, { readonly event: TaskEvent; readonly next: RunState }>();

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

/** A derived context of a recording is no task of its own: what happened there happened to the root. */
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

/** In the log of the root, for whoever reads the events of its session; no task changes by it. */
function noted(run: RunState, event: TaskEvent): RunState {
  return applied(run, ownerOf(run, event), event);
}

/** In its own past, a child is the root. */
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

/** The child works for the same user, and has whatever model and limits its own manifest names. */
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

/** What expressions of a task see now: read it at once. */
export function contextOf({ task, log }: Pick<LiveTask, 'task' | 'log'>): ContextView {
  return contextAt(log.history(), task.turns.length - 1, decisionsOf(task));
}

/** Calls of a task that wait. */
export const heldBy = ({ held }: RunState, id: string): readonly CallHeld[] =>
  held.filter(({ node }) => (node ?? rootTask) === id);
