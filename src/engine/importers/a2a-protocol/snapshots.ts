import { isSame } from '../../model/equal.ts';
import { formatPath } from '../../model/path.ts';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, elementAt } from '../../model/value.ts';
import type { RecordValue } from '../../model/value.ts';
import type { Chunk } from '../../systems/a2a/artifact.ts';
import { partValue } from '../../systems/a2a/context-fields.ts';
import type { A2aEvent, MessageReceived } from '../../systems/a2a/event.ts';
import { isGuessed, timelineOf } from '../../systems/a2a/snapshot/timeline.ts';
import type { SourcedEvent } from '../../systems/a2a/snapshot/timeline.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { fieldAt, recordAt } from '../../systems/a2a/wire/field.ts';
import { readTask } from '../../systems/a2a/wire/read-task.ts';
import type { TaskRecord } from '../../systems/a2a/wire/read-task.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { inUtc } from '../../importing/transcript/task-record.ts';
import { Notes } from './notes.ts';
import { ownId } from './event-emitter.ts';
import type { EventEmitter } from './event-emitter.ts';
import { tracedIn } from './traces.ts';

/** A client's message that a snapshot repeats: the place of the request, and the client's options for the answer. */
export interface Request {
  readonly place: Path;
  readonly requestOptions: Pick<MessageReceived, 'accepted_output_modes' | 'return_immediately'>;
}

/** Emits the new data of a Task; returns the number of emitted events. */
export function snapshotEvents(
  value: RecordValue,
  place: Path,
  emitter: EventEmitter,
  requests: Map<string, Request>,
  report: ImportReport,
): number {
  const snapshot = inUtc(readTask(value), place, report);
  const before = emitter.events.length;
  const known = emitter.task(snapshot.id);
  const record = known === undefined ? snapshot : withoutKnown(snapshot, value, known, emitter);
  if (known !== undefined) mergeMetadata(record, known, place, emitter);
  noteRecord(snapshot, known === undefined, place, report);
  const traced =
    known === undefined || !hasTraces(known)
      ? tracedIn(snapshot.metadata, [...place, 'metadata'], snapshot.id, report)
      : [];
  const timeline = timelineOf(record, known?.state);
  const last = timeline.findLastIndex(({ event }) => event.type === 'turn-ended' || event.type === 'task-closed');
  timeline.forEach((one, index) => {
    if (index === last) emitter.use(traced);
    const { event, source } = withRequest(one, place, requests);
    emitter.emit(event, source);
  });
  if (last === -1) emitter.use(traced);
  return emitter.events.length - before;
}

/** The Task with only the messages, artifacts and transitions that were not emitted before. */
function withoutKnown(record: TaskRecord, value: RecordValue, known: Task, emitter: EventEmitter): TaskRecord {
  const { id, message, history, artifacts, transitions } = record;
  const written = fieldAt(value, 'history');
  const hasId = (index: number): boolean => {
    const said = written !== undefined && isList(written) ? elementAt(written, index) : undefined;
    return said !== undefined && isRecord(said) && ownId(said) !== undefined;
  };
  const status = fieldAt(recordAt(value, 'status'), record.messageKey);
  const statusHasId = isRecord(status) && ownId(status) !== undefined;
  if (artifacts.length > 0 && emitter.pending(known) > 0) emitter.emit({ type: 'artifacts-written', task: id }, null);
  const stored = emitter.task(id) ?? known;
  return {
    ...record,
    message: message === null || emitter.hasEmitted(id, message, statusHasId) ? null : message,
    history: history.filter((said) => !emitter.hasEmitted(id, said.value, hasId(said.index))),
    artifacts: artifacts.filter((artifact) => !isStored(artifact.value, stored)),
    transitions: transitions?.slice(known.transitions.length) ?? null,
  };
}

function isStored(chunk: Chunk, { artifacts }: Task): boolean {
  const known = artifacts.get(chunk.artifact_id);
  return known !== undefined && isSame([...known.parts].map(partValue), chunk.parts.map(partValue));
}

function mergeMetadata({ id, metadata }: TaskRecord, known: Task, place: Path, emitter: EventEmitter): void {
  const news = Object.entries(metadata).filter(([key, value]) => {
    const before = entry(known.metadata, key);
    return before === undefined || !isSame(before, value);
  });
  if (news.length === 0) return;
  emitter.emit({ type: 'metadata-merged', task: id, metadata: Object.fromEntries(news) }, [...place, 'metadata']);
}

const hasTraces = ({ metadata }: Task): boolean => Object.keys(metadata).some((key) => key.includes('traceability'));

/** Uses the request as the source of a message, because the history only repeats it. */
function withRequest(
  { event, source }: SourcedEvent,
  place: Path,
  requests: Map<string, Request>,
): { event: A2aEvent; source: Path | null } {
  const here = source === null ? null : [...place, ...source];
  if (event.type !== 'task-submitted' && event.type !== 'message-received') return { event, source: here };
  const request = event.message === undefined ? undefined : requests.get(event.message.message_id);
  if (event.message === undefined || request === undefined) return { event, source: here };
  requests.delete(event.message.message_id);
  return { event: { ...event, ...request.requestOptions }, source: request.place };
}

function noteRecord(record: TaskRecord, isFirst: boolean, place: Path, report: ImportReport): void {
  const { id, lost, artifacts, history } = record;
  const notes = new Notes(report);
  for (const where of lost) notes.unreadable(`${formatPath(place)}.${where}`, place);
  if (isFirst && isGuessed(record)) {
    report.note(
      'assumed',
      'a2a-protocol/turns-assumed',
      [...place, 'history'],
      (n) =>
        `${counted(n, 'task')} without a record of transitions: each message of the user is taken to end a wait for input.`,
    );
  }
  if (isFirst && artifacts.length > 0 && history.filter(({ value }) => value.role === 'user').length > 1) {
    report.note(
      'assumed',
      'a2a-protocol/artifacts-placed',
      [...place, 'artifacts'],
      () => `The artifacts of task ${id} carry no time: they are placed in its last turn.`,
    );
  }
  if (isFirst && history.length === 0) notes.startMissing(place);
}
