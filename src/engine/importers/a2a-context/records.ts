import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { Message } from '../../systems/a2a/message.ts';
import type { Part } from '../../systems/a2a/part.ts';
import { readWireArtifact } from '../../systems/a2a/wire/read-content.ts';
import { readPart } from '../../systems/a2a/wire/read-part.ts';
import type { IndexedElement, TaskRecord } from '../../systems/a2a/wire/read-task.ts';
import { counted, type ImportReport, lost } from '../../importing/import-report.ts';
import { Entry, stateOf, Transition } from './format.ts';
import type { Context, StoredTask } from './format.ts';

/** A Task built from a worker's context or a stored task, and the places of its parts in the document. */
export interface Gathered {
  readonly record: TaskRecord;
  /** Maps a place in the Task to a place in the document. */
  placeOf(source: Path): Path;
}

const absent = { version: '1.0', at: undefined, messageKey: 'message', metadata: {}, lost: [] } as const;

export function fromContext(context: Context, place: Path, report: ImportReport): Gathered {
  const { task_id, context_id, history, previous_artifacts = [], state } = context;
  const earlier = messagesIn(history, task_id, [...place, 'history'], report);
  const trigger: IndexedElement<Message> = { value: triggering(context, place, report), index: history.length };
  const known = stateOf(state);
  if (known === undefined) {
    report.note(
      'assumed',
      'a2a-context/state',
      place,
      () => 'The worker’s context does not say which state its task is in: it counts as working.',
    );
  }
  const record: TaskRecord = {
    ...absent,
    id: task_id,
    context: context_id ?? null,
    state: known ?? 'working',
    message: null,
    artifacts: artifactsIn(previous_artifacts, [...place, 'previous_artifacts'], report),
    history: [...earlier, trigger],
    transitions: null,
  };
  return {
    record,
    placeOf([list, index]) {
      if (list === 'history' && typeof index === 'number' && index < history.length) return [...place, list, index];
      return list === 'artifacts' && index !== undefined ? [...place, 'previous_artifacts', index] : place;
    },
  };
}

export function fromStorage(stored: StoredTask, place: Path, report: ImportReport): Gathered {
  const { id, context_id, state, status_message, artifacts, history, transitions } = stored;
  const parts = partsOf(status_message, [...place, 'status_message'], report);
  const record: TaskRecord = {
    ...absent,
    id,
    context: context_id ?? null,
    state: stateOf(state) ?? 'submitted',
    message: status_message === undefined ? null : { message_id: `${id}.status`, role: 'agent', parts },
    artifacts: artifactsIn(artifacts, [...place, 'artifacts'], report),
    history: messagesIn(history, id, [...place, 'history'], report),
    transitions: transitions.flatMap((raw, index) => {
      const parsed = v.safeParse(Transition, raw);
      const to = parsed.success ? stateOf(parsed.output.state) : undefined;
      if (!parsed.success || to === undefined) {
        noteUnreadable([...place, 'transitions', index], report);
        return [];
      }
      return { state: to, at: parsed.output.timestamp, messageText: parsed.output.message_text };
    }),
  };
  return {
    record,
    placeOf([list, index]) {
      if (list === 'status') return [...place, index === undefined ? 'state' : 'status_message'];
      return list === undefined || list === 'metadata'
        ? place
        : [...place, list, ...(index === undefined ? [] : [index])];
    },
  };
}

function triggering(context: Context, place: Path, report: ImportReport): Message {
  const { message_id, user_text, parts, metadata, reference_task_ids = [], message_extensions = [] } = context;
  return {
    message_id,
    role: 'user',
    parts: parts === undefined ? [{ text: user_text }] : partsOf(parts, [...place, 'parts'], report),
    ...(metadata !== undefined && Object.keys(metadata).length > 0 && { metadata }),
    ...(message_extensions.length > 0 && { extensions: message_extensions }),
    ...(reference_task_ids.length > 0 && { reference_task_ids }),
  };
}

function messagesIn(
  history: readonly Value[],
  task: string,
  place: Path,
  report: ImportReport,
): readonly IndexedElement<Message>[] {
  return history.flatMap((raw, index) => {
    const parsed = v.safeParse(Entry, raw);
    if (!parsed.success) {
      noteUnreadable([...place, index], report);
      return [];
    }
    const { role, text = '', parts, message_id } = parsed.output;
    const said = parts === undefined ? [{ text }] : partsOf(parts, [...place, index, 'parts'], report);
    return { index, value: { message_id: message_id ?? `${task}.history[${index}]`, role, parts: said } };
  });
}

const artifactsIn = (artifacts: readonly Value[], place: Path, report: ImportReport) =>
  artifacts.flatMap((raw, index) => {
    const value = readWireArtifact(raw, '', `artifact-${index}`, () => noteUnreadable([...place, index], report));
    return value === null ? [] : { value, index };
  });

const partsOf = (parts: readonly Value[] | undefined, place: Path, report: ImportReport): readonly Part[] =>
  (parts ?? []).flatMap((raw, index) => {
    const part = readPart(raw);
    if (part === null) noteUnreadable([...place, index], report);
    return part ?? [];
  });

const noteUnreadable = lost(
  'a2a-context/unreadable',
  (n) => `${counted(n, 'thing')} that should be a part, message, artifact or transition could not be read.`,
);
