import { isSame } from '../../model/equal.ts';
import { formatPath, type Path } from '../../model/path.ts';
import { entry, type RecordValue } from '../../model/value.ts';
import { partValue } from '../../systems/a2a/context-fields.ts';
import type { MessageReceived } from '../../systems/a2a/event.ts';
import { isGuessed, type SourcedEvent, timelineOf } from '../../systems/a2a/snapshot/timeline.ts';
import type { Message } from '../../systems/a2a/message.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { isTerminal, takesFollowUps } from '../../systems/a2a/task-state.ts';
import { readTask, type TaskRecord } from '../../systems/a2a/wire/read-task.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { inUtc } from '../../importing/transcript/task-record.ts';
import type { EventEmitter } from './event-emitter.ts';
import { notes, noteUnreadable } from './notes.ts';
import { tracedIn, traceKeys } from './traces.ts';

/** A client's message that a snapshot repeats: the place of the request, and the client's options for the answer. */
export interface Request {
  readonly place: Path;
  readonly options: Pick<MessageReceived, 'accepted_output_modes' | 'return_immediately'>;
}

/** Emits the data of a Task that earlier entries did not have. */
export function emitSnapshot(
  value: RecordValue,
  place: Path,
  emitter: EventEmitter,
  requests: Map<string, Request>,
  report: ImportReport,
): void {
  const snapshot = inUtc(readTask(value), place, report);
  const before = emitter.events.length;
  const known = emitter.task(snapshot.id);
  const record = known === undefined ? snapshot : withoutKnown(snapshot, known, emitter);
  if (known !== undefined) mergeMetadata(record, known, place, emitter);
  noteRecord(snapshot, known === undefined, place, report);
  const isTraced = known !== undefined && traceKeys(known.metadata).length > 0;
  const traced = isTraced ? [] : tracedIn(snapshot.metadata, [...place, 'metadata'], snapshot.id, report);
  const timeline = timelineOf(record, known?.state);
  const last = timeline.findLastIndex(({ event: { type } }) => type === 'turn-ended' || type === 'task-closed');
  timeline.forEach(({ event, source }, index) => {
    if (index === last) emitter.use(traced);
    const request = requestFor(event, requests);
    // The history only repeats the request, so the request is the source of the message.
    if (request !== undefined) emitter.emit({ ...event, ...request.options }, request.place);
    else emitter.emit(event, source === null ? null : [...place, ...source]);
  });
  if (last === -1) emitter.use(traced);
  if (emitter.events.length === before) notes.repeated(place, report);
}

/** The Task with only the messages, artifacts and transitions that were not emitted before. */
function withoutKnown(record: TaskRecord, known: Task, emitter: EventEmitter): TaskRecord {
  const { id, state, message, messageKey, history, artifacts, transitions } = record;
  // A message without an id of its own is named after its place.
  const isNew = (said: Message, where: string) => !emitter.hasEmitted(id, said, said.message_id !== `${id}.${where}`);
  if (artifacts.length > 0 && emitter.pending(known) > 0) emitter.emit({ type: 'artifacts-written', task: id }, null);
  const stored = (emitter.task(id) ?? known).artifacts;
  const isSaid = message !== null && !isNew(message, `status.${messageKey}`);
  const said = history.filter(({ value, index }) => isNew(value, `history[${index}]`));
  // A server may begin its answer with the task as it was before the request, with the question that the request answers.
  const isBefore = isSaid && message.message_id !== `${id}.status.${messageKey}` && takesFollowUps(state);
  const isAnswered = !takesFollowUps(known.state) || said.some(({ value }) => value.role === 'user');
  return {
    ...record,
    state: isBefore && isAnswered && !isTerminal(known.state) ? 'submitted' : state,
    message: isSaid ? null : message,
    history: said,
    artifacts: artifacts.filter(({ value: { artifact_id, parts } }) => {
      const kept = stored.get(artifact_id);
      return kept === undefined || !isSame([...kept.parts].map(partValue), parts.map(partValue));
    }),
    transitions: transitions?.slice(known.transitions.length) ?? null,
  };
}

function mergeMetadata({ id, metadata }: TaskRecord, known: Task, place: Path, emitter: EventEmitter): void {
  const news = Object.entries(metadata).filter(([key, value]) => {
    const before = entry(known.metadata, key);
    return before === undefined || !isSame(before, value);
  });
  if (news.length === 0) return;
  emitter.emit({ type: 'metadata-merged', task: id, metadata: Object.fromEntries(news) }, [...place, 'metadata']);
}

function requestFor(event: SourcedEvent['event'], requests: Map<string, Request>): Request | undefined {
  if (event.type !== 'task-submitted' && event.type !== 'message-received') return undefined;
  const id = event.message?.message_id ?? '';
  const request = requests.get(id);
  requests.delete(id);
  return request;
}

function noteRecord(record: TaskRecord, isFirst: boolean, place: Path, report: ImportReport): void {
  const { id, lost, artifacts, history } = record;
  for (const where of lost) noteUnreadable(`${formatPath(place)}.${where}`, place, report);
  if (!isFirst) return;
  if (isGuessed(record)) notes['turns-assumed']([...place, 'history'], report);
  if (artifacts.length > 0 && history.filter(({ value }) => value.role === 'user').length > 1) {
    report.note(
      'assumed',
      'a2a-protocol/artifacts-placed',
      [...place, 'artifacts'],
      () => `The artifacts of task ${id} carry no time: they are placed in its last turn.`,
    );
  }
  if (history.length === 0) notes['start-missing'](place, report);
}
