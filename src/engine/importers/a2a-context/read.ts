import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value, valueAt } from '../../model/value.ts';
import { createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import { unreadableEntry, type Read, type ReadSession, type SessionEntry } from '../../importing/importer.ts';
import { inUtc, noteStateOfStatus } from '../../importing/transcript/task-record.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, findAt, recordAt, textAt } from '../../importing/values/where.ts';
import { noteUnknownFields } from '../../importing/notes.ts';
import { namesOfContext } from '../../systems/a2a/context-view.ts';
import type { A2aEvent } from '../../systems/a2a/event.ts';
import type { A2aHeader } from '../../systems/a2a/header.ts';
import { isGuessed, timelineOf } from '../../systems/a2a/snapshot/timeline.ts';
import { isTaskLike } from '../../systems/a2a/wire/likeness.ts';
import { readTask, type TaskRecord } from '../../systems/a2a/wire/read-task.ts';
import { readRole, readState } from '../../systems/a2a/wire/spelling.ts';
import { isContext, isStoredTask } from './format.ts';

export const read: Read = ({ value }) => ok({ sessions: oneOrMany(value).map((one) => entryOf(one, value)) });

/** An element that is neither a context nor a stored task becomes an unreadable entry, so that the others keep their numbers. */
function entryOf({ value, place }: Placed, document: Value): SessionEntry {
  if (isRecord(value) && (isContext(value) || isStoredTask(value)))
    return { title: titleOf(value), system: 'a2a', open: () => ok(toSession(value, place, document)) };
  const message = `Entry ${String(place[0] ?? 0)} is neither a context nor a stored task of a2akit.`;
  return unreadableEntry('a2a', message);
}

function titleOf(recorded: RecordValue): string {
  const words = textAt(recorded, 'history.0.text') ?? '';
  const said = words === '' ? (textAt(recorded, 'user_text') ?? '') : words;
  return shortTitle(said) || `A2A task ${textAt(recorded, ['task_id', 'id']) ?? ''}`;
}

/** A task as a client gets it, and the places of its parts in the document. */
interface FoundTask {
  readonly record: TaskRecord;
  /** Maps a place in the task to a place in the document. */
  placeOf(source: Path): Path;
}

function toSession(recorded: RecordValue, place: Path, document: Value): ReadSession {
  const report = createImportReport();
  const tasks = isContext(recorded) ? tasksOfContext(recorded, place, report) : [storedTask(recorded, place, report)];
  for (const task of tasks) noteGuessed(task, report);
  noteUnknownFields(recorded, place, isContext(recorded) ? [...namesOfContext, 'deps'] : fieldsOfStoredTask, report);
  const events = tasks.flatMap(({ record, placeOf }) =>
    timelineOf(record).map(({ event, source }): [A2aEvent, Path | null] => [
      event,
      source === null ? null : placeOf(source),
    ]),
  );
  if (isContext(recorded)) {
    const [task, context] = [textAt(recorded, 'task_id') ?? '', textAt(recorded, 'context_id')];
    const stored = findAt(recorded, 'stored_context')?.value;
    if (recorded['is_cancelled'] === true)
      events.push([{ type: 'cancel-requested', task }, [...place, 'is_cancelled']]);
    if (context !== undefined && stored !== undefined)
      events.push([{ type: 'context-saved', context, value: stored }, [...place, 'stored_context']]);
    noteSecrets(recorded, place, report);
  }
  notes['no-model'](null, report);
  const [first] = tasks;
  const header: A2aHeader = {
    title: titleOf(recorded),
    importer: 'a2a-context',
    protocol: first?.record.version ?? '1.0',
  };
  return {
    session: { system: 'a2a', header, events: events.map(([event]) => event), notes: report.notes() },
    sources: events.map(([, source]) => (source !== null && valueAt(document, source) !== undefined ? source : null)),
  };
}

const fieldsOfStoredTask = [
  'id',
  'context_id',
  'state',
  'status_message',
  'artifacts',
  'history',
  'transitions',
  'version',
];

/** Tasks as clients get them have more detail than the worker's own view, so they are preferred if present. */
function tasksOfContext(context: RecordValue, place: Path, report: ImportReport): readonly FoundTask[] {
  const tasks = Object.entries(recordAt(context, 'tasks') ?? {}).map(([id, value]) =>
    printedTask(value, ['tasks', id]),
  );
  const found = [...tasks, printedTask(context['task'] ?? null, ['task'])].filter((one) => one !== undefined);
  const printed = found.length > 1 ? found.filter((one) => one.where[0] === 'tasks') : found;
  return printed.length > 0
    ? printed.map(({ task, where }) => {
        const here = [...place, ...where];
        return foundTask(inUtc(readTask(task), here, report), (source) => [...here, ...source], report);
      })
    : [taskOfWorker(context, place, report)];
}

const printedTask = (task: Value, where: Path) => (isTaskLike(task) ? { task, where } : undefined);

/** The message that the worker received is not in its history yet. */
function taskOfWorker(context: RecordValue, place: Path, report: ImportReport): FoundTask {
  const { task_id = null, context_id = null, message_id = null, user_text = null, metadata = null } = context;
  const history = elementsAt(context, 'history');
  const state = readState(context['state']);
  const received = {
    role: 'user',
    message_id,
    parts: findAt(context, 'parts', Array.isArray)?.value ?? [{ text: user_text }],
    metadata,
    reference_task_ids: context['reference_task_ids'] ?? null,
    extensions: context['message_extensions'] ?? null,
  };
  const record = readTask({
    id: task_id,
    context_id,
    status: { state: state ?? 'working' },
    artifacts: context['previous_artifacts'] ?? null,
    history: [...history.map(wireMessage), received],
  });
  const placeOf = ([list, index]: Path): Path => {
    if (list === 'history' && typeof index === 'number' && index < history.length) return [...place, list, index];
    return list === 'artifacts' && index !== undefined ? [...place, 'previous_artifacts', index] : place;
  };
  const task = foundTask({ ...record, version: '1.0' }, placeOf, report);
  if (state === undefined) notes.state(place, report);
  return task;
}

function storedTask(stored: RecordValue, place: Path, report: ImportReport): FoundTask {
  const { id = null, context_id = null, state = null, status_message = null, artifacts = null } = stored;
  const message = status_message && {
    message_id: `${typeof id === 'string' ? id : ''}.status`,
    role: 'agent',
    parts: status_message,
  };
  const record = readTask({
    id,
    context_id,
    status: { state, message },
    artifacts,
    history: elementsAt(stored, 'history').map(wireMessage),
    metadata: { stateTransitions: stored['transitions'] ?? null },
  });
  const placeOf = ([list, index]: Path): Path => {
    if (list === 'status') return [...place, index === undefined ? 'state' : 'status_message'];
    return list === undefined || list === 'metadata'
      ? place
      : [...place, list, ...(index === undefined ? [] : [index])];
  };
  return foundTask({ ...record, version: '1.0' }, placeOf, report);
}

/** a2akit stores the text of a message, and its parts only if they are more than that. Null if it cannot be read. */
function wireMessage(stored: Value): Value {
  if (!isRecord(stored) || readRole(fieldAt(stored, 'role')) === undefined) return null;
  return stored['parts'] === undefined ? { ...stored, parts: [{ text: textAt(stored, 'text') ?? '' }] } : stored;
}

function foundTask(record: TaskRecord, placeOf: FoundTask['placeOf'], report: ImportReport): FoundTask {
  for (const where of record.lost) {
    const [, list = '', index] = /^(\w+)(?:\[(\d+)\])?/.exec(where) ?? [];
    notes.unreadable(placeOf(index === undefined ? [list] : [list, Number(index)]), report);
  }
  if (record.contradictsStatus) noteStateOfStatus(placeOf(['status']), report);
  return { record, placeOf };
}

function noteGuessed({ record, placeOf }: FoundTask, report: ImportReport): void {
  if (!isGuessed(record)) return;
  report.note(
    'assumed',
    'a2a-context/turns-assumed',
    placeOf(['history']),
    () =>
      `Task ${record.id} has no record of its transitions: assumed that each message of its user ends a wait for input.`,
  );
}

/** Middleware may put credentials into the request context, so it is never stored. */
function noteSecrets(context: RecordValue, place: Path, report: ImportReport): void {
  const names = Object.keys(recordAt(context, 'request_context') ?? {});
  if (names.every((key) => key === '$unknown')) return;
  notes['request-context']([...place, 'request_context'], report);
}

const notes = notesOf('a2a-context', {
  assumed: {
    state: 'The worker’s context does not record its task’s state: the task counts as working.',
  },
  lost: {
    unreadable: '{# value} in the place of a part, message, artifact or transition could not be read.',
    'request-context': 'The request context is left out: it belongs to one request and may hold secrets.',
  },
  info: {
    'no-model':
      'The protocol shows neither model calls nor tokens: each agent message counts as one model call with unknown tokens.',
  },
});
