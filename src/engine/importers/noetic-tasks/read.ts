import * as v from 'valibot';
import { ok } from '../../../base/result.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import type { Path } from '../../model/path.ts';
import { isList, type RecordValue, type Value } from '../../model/value.ts';
import { Payload, TaskEvent } from './format.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { type CallMatcher, createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

export const read: Read = ({ value }) => {
  const { tasks, unread } = taskLogOf(value);
  return ok({
    sessions: tasks.map((task) => ({
      title: titleOf(task),
      system: 'task',
      open: () => ok(toSession(task, unread)),
    })),
  });
};

export interface PlacedEvent {
  readonly event: TaskEvent;
  readonly payload: Payload;
  readonly place: Path;
}

/** The events of one task and of the tasks that implement its features. */
export interface LoggedTask {
  readonly id: string;
  readonly events: readonly PlacedEvent[];
}

export interface TaskLog {
  readonly tasks: readonly LoggedTask[];
  /** Places of values that are not task events. */
  readonly unread: readonly Path[];
}

export function taskLogOf(value: Value): TaskLog {
  const unread: Path[] = [];
  const placed: PlacedEvent[] = [];
  (isList(value) ? [...value] : []).forEach((one, index) => {
    const event = v.safeParse(TaskEvent, one);
    const payload = v.safeParse(Payload, event.success ? event.output.payload : undefined);
    if (event.success && payload.success) placed.push({ event: event.output, payload: payload.output, place: [index] });
    else unread.push([index]);
  });
  const parents = parentsIn(placed);
  const tasks = new Map<string, PlacedEvent[]>();
  for (const one of placed) {
    const own = one.event.taskId ?? 'no task';
    const id = parents.get(own) ?? own;
    const known = tasks.get(id);
    if (known === undefined) tasks.set(id, [one]);
    else known.push(one);
  }
  return { tasks: [...tasks].map(([id, events]) => ({ id, events })), unread };
}

/** Each feature is implemented by a separate task; only the feature's events name it. */
function parentsIn(events: readonly PlacedEvent[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const { event, payload } of events) {
    if (payload.leafTaskId !== undefined && event.taskId !== null && event.taskId !== payload.leafTaskId)
      parents.set(payload.leafTaskId, event.taskId);
  }
  return parents;
}

export function titleOf({ id, events }: LoggedTask): string {
  const created = events.find(({ event, payload }) => event.kind === 'task:created' && payload.title !== undefined);
  return created?.payload.title === undefined ? `Noetic task ${shortTitle(id)}` : shortTitle(created.payload.title);
}

export function toSession(task: LoggedTask, unread: readonly Path[]): ReadSession {
  const report = createImportReport();
  for (const place of unread) {
    report.note('lost', 'noetic-tasks/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
  const matcher = createCallMatcher(report);
  const createdIds = new Map<string, string[]>();
  for (const one of task.events) readEvent(one, createdIds, matcher, report);
  const [first] = task.events;
  report.note(
    'info',
    'noetic-tasks/no-model',
    null,
    () => 'The log records runs of agents, not their model calls: it has no tokens.',
  );
  return toTaskSession(
    {
      title: titleOf(task),
      importer: 'noetic-tasks',
      agent: 'Noetic',
      startedAt: readInstant(first?.event.ts, [...(first?.place ?? []), 'ts'], report),
      declared: [],
      recording: { task: task.id },
      entries: matcher.entries(),
    },
    report,
  );
}

/** Created objects are listed by kind in the task's state. */
const lists: { readonly [kind: string]: readonly [list: string, id: string] | undefined } = {
  'milestone:created': ['milestones', 'milestoneId'],
  'slice:created': ['slices', 'sliceId'],
  'feature:created': ['features', 'featureId'],
  'assertion:created': ['assertions', 'assertionId'],
};

function readEvent(
  { event, payload, place }: PlacedEvent,
  createdIds: Map<string, string[]>,
  matcher: CallMatcher,
  report: ImportReport,
) {
  const at = readInstant(event.ts, [...place, 'ts'], report);
  if (event.kind === 'task:created' && payload.title !== undefined) {
    matcher.addInput({ message: [{ mimeType: 'text/plain', text: payload.title }], at, place });
    return;
  }
  const list = Object.hasOwn(lists, event.kind) ? lists[event.kind] : undefined;
  const id = list === undefined ? undefined : event.payload[list[1]];
  if (list !== undefined && typeof id === 'string') {
    const ids = [...(createdIds.get(list[0]) ?? []), id];
    createdIds.set(list[0], ids);
    return matcher.addState({ state: [{ key: list[0], value: ids }], place });
  }
  const worker = payload.loopState === undefined ? 'planner' : 'implementer';
  if (payload.phase === 'spawn') {
    const { phase: _phase, ...input } = event.payload;
    matcher.addCall({ id: payload.sessionId, name: worker, to: 'agent', input, place });
    return addTaskState(event.payload, place, matcher);
  }
  if (payload.phase === 'exit') {
    matcher.addResult({ id: payload.sessionId, name: worker, place }, { ...outcomeOf(payload), at });
    return addTaskState(event.payload, place, matcher);
  }
  addTaskState(event.payload, place, matcher);
}

/** Payload fields about the run itself. All other fields become the task's state. */
const runFields = new Set(['phase', 'pid', 'sessionId', 'reason', 'title', 'source']);

function addTaskState(payload: RecordValue, place: Path, matcher: CallMatcher): void {
  const state = Object.entries(payload)
    .filter(([key]) => !runFields.has(key) && !key.startsWith('previous'))
    .map(([key, value]) => ({ key, value }));
  if (state.length > 0) matcher.addState({ state, place });
}

/**
 * | in the event with `phase: exit` | outcome |
 * | --- | --- |
 * | `plannerStatus` or `status` is `failed`, `error` or `blocked`; `loopState` is `blocked` | errored, with its `reason` |
 * | anything else | successful |
 */
function outcomeOf({ plannerStatus, status, loopState, reason, outcome }: Payload): CallResult {
  const word = plannerStatus ?? status ?? loopState;
  if (word !== undefined && failing.has(word)) {
    return { outcome: 'error', output: undefined, reason: reason ?? `the run ended as ${word}` };
  }
  return { outcome: 'ok', output: outcome ?? word };
}

const failing = new Set(['failed', 'error', 'blocked']);
