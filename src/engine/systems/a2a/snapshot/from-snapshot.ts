import { err, ok, type Result } from '../../../../base/result.ts';
import type { Path } from '../../../model/path.ts';
import type { Note, Problem } from '../../../model/problem.ts';
import type { Session } from '../../../model/session.ts';
import { elementAt, entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { apply } from '../apply.ts';
import type { A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import { stateOfHeader, type A2aState } from '../state.ts';
import { isTaskLike } from '../wire/likeness.ts';
import { readTask, type TaskRecord } from '../wire/read-task.ts';
import { isGuessed, timelineOf } from './timeline.ts';

export interface SnapshotSession {
  readonly session: Session<A2aHeader, A2aEvent>;
  /** Where in the pasted value each event came from; null for what was added. */
  readonly sources: readonly (Path | null)[];
}

/** A state that exports what was pasted. */
export function fromSnapshot(value: Value): Result<A2aState, Problem> {
  if (isEmptyReply(value)) return ok(stateOfHeader({ title: 'No tasks' }));
  const read = sessionOfTasks(value);
  if (!read.ok) return read;
  const { header, events } = read.value.session;
  return ok(events.reduce(apply, stateOfHeader(header)));
}

/** A server that has no tasks lists none. */
function isEmptyReply(value: Value): boolean {
  const tasks = isRecord(value) ? entry(value, 'tasks') : undefined;
  return tasks !== undefined && isList(tasks) && tasks.length === 0;
}

/** Pasted Tasks as one session: bare, wrapped, in an envelope, or several in a list. */
export function sessionOfTasks(value: Value): Result<SnapshotSession, Problem> {
  const found = tasksIn(value, []);
  const [first] = found;
  if (first === undefined) {
    return err({
      code: 'a2a/no-task',
      message:
        'No A2A task (an object with id and status.state) was found, at the top level or in task, result or tasks.',
    });
  }
  const events: A2aEvent[] = [];
  const sources: (Path | null)[] = [];
  const notes: Note[] = [];
  const known = new Set<string>();
  for (const { task, path } of found) {
    const record = readTask(task);
    if (known.has(record.id)) {
      notes.push(twice(record, path));
      continue;
    }
    known.add(record.id);
    for (const { event, source } of timelineOf(record)) {
      events.push(event);
      sources.push(source === null ? null : [...path, ...source]);
    }
    notes.push(...notesOn(record));
  }
  const { id, version } = readTask(first.task);
  const header: A2aHeader = { title: `A2A task ${id}`, protocol: version };
  return ok({ session: { system: 'a2a', header, events, notes }, sources });
}

interface FoundTask {
  readonly task: RecordValue;
  readonly path: Path;
}

const wrappers = ['result', 'task', 'tasks'] as const;
/** An envelope in an envelope in a list: no server wraps more than that. */
const maxWraps = 4;

function tasksIn(value: Value, path: Path): readonly FoundTask[] {
  if (isTaskLike(value)) return [{ task: value, path }];
  if (path.length >= maxWraps) return [];
  if (isList(value)) {
    const found: FoundTask[] = [];
    for (let i = 0; i < value.length; i++) found.push(...tasksIn(elementAt(value, i) ?? null, [...path, i]));
    return found;
  }
  if (!isRecord(value)) return [];
  for (const key of wrappers) {
    const inner = entry(value, key);
    const found = inner === undefined ? [] : tasksIn(inner, [...path, key]);
    if (found.length > 0) return found;
  }
  return [];
}

function notesOn(record: TaskRecord): readonly Note[] {
  const { id, artifacts, lost, contradictsStatus } = record;
  return [
    ...lost.map((place): Note => ({
      severity: 'lost',
      code: 'a2a/unreadable',
      message: `Task ${id} has something at ${place} that is not a part, message, artifact or transition.`,
      place,
    })),
    ...noteIf(
      isGuessed(record),
      'a2a/turns-assumed',
      `Task ${id} has no record of its transitions: assumed that each message of its user ends a wait for input.`,
    ),
    ...noteIf(
      contradictsStatus,
      'a2a/state-of-status',
      `The last recorded transition of task ${id} does not lead to the state in its status: the state in the status is used.`,
    ),
    ...noteIf(
      artifacts.length > 0,
      'a2a/artifacts-placed',
      `The artifacts of task ${id} have no time: they are placed in its last turn.`,
    ),
  ];
}

const noteIf = (holds: boolean, code: string, message: string): Note[] =>
  holds ? [{ severity: 'assumed', code, message }] : [];

const twice = ({ id }: TaskRecord, path: Path): Note => ({
  severity: 'lost',
  code: 'a2a/task-twice',
  message: `Task ${id} is there twice: only the first is read.`,
  place: path.join('.'),
});
