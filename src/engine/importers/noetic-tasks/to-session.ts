import type { Path } from '../../model/path.ts';
import type { RecordValue } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { LoggedTask, PlacedEvent } from './tasks.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Payload } from './format.ts';

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
