import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value, valueAt } from '../../model/value.ts';
import type { Read, ReadSession, SessionEntry } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { Context, isContextOrTask, StoredTask } from './format.ts';
import type { A2aEvent } from '../../systems/a2a/event.ts';
import type { A2aHeader } from '../../systems/a2a/header.ts';
import { isGuessed, timelineOf } from '../../systems/a2a/snapshot/timeline.ts';
import { isTaskLike } from '../../systems/a2a/wire/likeness.ts';
import { readTask } from '../../systems/a2a/wire/read-task.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { inUtc } from '../../importing/transcript/task-record.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { fromContext, fromStorage, type Gathered } from './records.ts';

export const read: Read = ({ value }) => {
  if (isContextOrTask(value)) return ok({ sessions: [entryOf(value, [], value)] });
  const list: readonly Value[] = isList(value) ? [...value] : [];
  if (list.length > 0) return ok({ sessions: list.map((element, index) => entryOf(element, [index], value)) });
  return err({ code: 'import/malformed', message: 'This looks like a context of a2akit, but it holds no task.' });
};

/** An element that is neither a context nor a stored task becomes an unreadable entry, so that the others keep their numbers. */
function entryOf(value: Value, place: Path, document: Value): SessionEntry {
  const context = v.safeParse(Context, value);
  if (context.success) {
    const { output } = context;
    return { title: titleOfContext(output), system: 'a2a', open: () => ok(contextSession(output, place, document)) };
  }
  const stored = v.safeParse(StoredTask, value);
  if (stored.success) {
    const { output } = stored;
    return { title: titleOfStored(output), system: 'a2a', open: () => ok(storedSession(output, place, document)) };
  }
  const message = `Entry ${String(place[0] ?? 0)} is no context of a2akit: ${firstFault(context.issues)}.`;
  return { title: 'unreadable entry', system: 'a2a', open: () => err({ code: 'import/malformed', message }) };
}

export function titleOfContext({ history, user_text, task_id }: Context): string {
  return shortTitle(firstWords(history) || user_text) || `A2A task ${task_id}`;
}

export const titleOfStored = ({ history, id }: StoredTask): string =>
  shortTitle(firstWords(history)) || `A2A task ${id}`;

function firstWords([first]: readonly Value[]): string {
  const text = first !== undefined && isRecord(first) ? entry(first, 'text') : undefined;
  return typeof text === 'string' ? text : '';
}

export const contextSession = (context: Context, place: Path, document: Value): ReadSession => {
  const report = createImportReport();
  const printed = printedTasks(context, place, report);
  const gathered = printed.length > 0 ? printed : [fromContext(context, place, report)];
  const events = emit(gathered, report);
  if (context.is_cancelled === true) {
    events.push([{ type: 'cancel-requested', task: context.task_id }, [...place, 'is_cancelled']]);
  }
  const { context_id, stored_context } = context;
  if (typeof context_id === 'string' && stored_context !== undefined && stored_context !== null) {
    events.push([{ type: 'context-saved', context: context_id, value: stored_context }, [...place, 'stored_context']]);
  }
  noteSecrets(context, place, report);
  return sessionOf(titleOfContext(context), gathered, events, document, report);
};

export const storedSession = (stored: StoredTask, place: Path, document: Value): ReadSession => {
  const report = createImportReport();
  const gathered = [fromStorage(stored, place, report)];
  return sessionOf(titleOfStored(stored), gathered, emit(gathered, report), document, report);
};

/** Tasks as clients get them have more detail than the worker's own view, so they are preferred if present. */
function printedTasks({ task, tasks = {} }: Context, place: Path, report: ImportReport): readonly Gathered[] {
  const found = Object.entries(tasks).flatMap(([id, value]) =>
    isTaskLike(value) ? [printedTask(value, [...place, 'tasks', id], report)] : [],
  );
  if (found.length > 0) return found;
  return task !== undefined && isTaskLike(task) ? [printedTask(task, [...place, 'task'], report)] : [];
}

function printedTask(value: RecordValue, place: Path, report: ImportReport): Gathered {
  const record = inUtc(readTask(value), place, report);
  for (const lost of record.lost) {
    report.note(
      'lost',
      'a2a-context/unreadable',
      place,
      () => `Task ${record.id} has something at ${lost} that is no part, message, artifact or transition.`,
    );
  }
  return { record, placeOf: (source) => [...place, ...source] };
}

type SourcedEvent = [A2aEvent, Path | null];

function emit(gathered: readonly Gathered[], report: ImportReport): SourcedEvent[] {
  return gathered.flatMap(({ record, placeOf }) => {
    if (isGuessed(record)) {
      report.note(
        'assumed',
        'a2a-context/turns-assumed',
        placeOf(['history']),
        () =>
          `Task ${record.id} has no record of its transitions: each message of its user is taken to end a wait for input.`,
      );
    }
    return timelineOf(record).map(({ event, source }): SourcedEvent => [
      event,
      source === null ? null : placeOf(source),
    ]);
  });
}

/** Middleware may put credentials into the request context, so it is never stored. */
function noteSecrets({ request_context = {} }: Context, place: Path, report: ImportReport): void {
  if (Object.keys(request_context).every((key) => key === '$unknown')) return;
  report.note(
    'lost',
    'a2a-context/request-context',
    [...place, 'request_context'],
    () => 'The request context is left out: it belongs to one request and may hold secrets.',
  );
}

function sessionOf(
  title: string,
  gathered: readonly Gathered[],
  sourcedEvents: readonly SourcedEvent[],
  document: Value,
  report: ImportReport,
): ReadSession {
  const [first] = gathered;
  const header: A2aHeader = {
    title,
    importer: 'a2a-context',
    protocol: first?.record.version ?? '1.0',
  };
  report.note(
    'info',
    'a2a-context/no-model',
    null,
    () =>
      'The protocol shows neither model calls nor tokens: whatever an agent says counts as one model call of unknown cost.',
  );
  return {
    session: { system: 'a2a', header, events: sourcedEvents.map(([event]) => event), notes: report.notes() },
    sources: sourcedEvents.map(([, place]) => (place !== null && isIn(document, place) ? place : null)),
  };
}

const isIn = (document: Value, place: Path): boolean =>
  place.length === 0 ? isRecord(document) : valueAt(document, place) !== undefined;
