import { formatPath, type Path } from '../../model/path.ts';
import type { A2aEvent, MessageReceived, TaskSubmitted } from '../../systems/a2a/event.ts';
import type { Message } from '../../systems/a2a/message.ts';
import { isFinal, isTerminal, takesFollowUps, type TaskState } from '../../systems/a2a/task-state.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import type { ConversationIndex } from './exchanges.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { note, noteUnreadable } from './notes.ts';
import { type EventEmitter, ownId } from './event-emitter.ts';
import { isSame } from '../../model/equal.ts';
import { elementAt, entry, isList, isRecord, type RecordValue } from '../../model/value.ts';
import type { Chunk } from '../../systems/a2a/artifact.ts';
import { partValue } from '../../systems/a2a/context-fields.ts';
import { isGuessed, type SourcedEvent, timelineOf } from '../../systems/a2a/snapshot/timeline.ts';
import { fieldAt, recordAt } from '../../systems/a2a/wire/field.ts';
import { readTask, type TaskRecord } from '../../systems/a2a/wire/read-task.ts';
import { inUtc } from '../../importing/transcript/task-record.ts';
import { tracedIn } from './traces.ts';

/** A task's move to a new state, as one entry records it. */
export interface Move {
  readonly message: Message | null;
  /** False for a message that was emitted before. */
  readonly isNew: boolean;
  readonly at: string | undefined;
  /** Place of the message, or of the entry if it has no message. */
  readonly place: Path;
  readonly entryPlace: Path;
}

export const timed = (at: string | undefined) => (at === undefined ? {} : { at });

/** Emits the state changes of tasks; handles steps that the recording omits or repeats. */
export class Steps {
  readonly #emitter: EventEmitter;
  readonly #index: ConversationIndex;
  readonly #report: ImportReport;

  constructor(emitter: EventEmitter, index: ConversationIndex, report: ImportReport) {
    this.#emitter = emitter;
    this.#index = index;
    this.#report = report;
  }

  /** Some agents send messages after their task is over. The messages are shown, and the state does not change. */
  afterTheEnd(task: string, message: Message, place: Path): void {
    note('a2a-protocol/after-the-end', place, this.#report);
    this.#emitter.emit({ type: 'message-recorded', task, message }, place);
  }

  /** Returns the current task. For a task without a recorded start, first emits that it was submitted. */
  present(id: string, context: string | undefined, place: Path): Task {
    if (this.#emitter.task(id) === undefined) this.#begin(id, context, place);
    const task = this.#emitter.task(id);
    if (task === undefined) throw new Error(`task ${id} was submitted and is not there`);
    return task;
  }

  /** Uses the first message of the task if a later snapshot has it. */
  #begin(id: string, context: string | undefined, place: Path): void {
    const beginning = this.#index.beginning(id);
    const where = beginning === undefined ? '' : formatPath(beginning.place);
    const message =
      beginning === undefined
        ? null
        : readWireMessage(beginning.value, where, { id: `${id}.history[0]`, role: 'user' }, (lost) =>
            noteUnreadable(lost, beginning.place, this.#report),
          );
    if (beginning !== undefined && message !== null) return this.submit(id, context, { message }, beginning.place);
    note('a2a-protocol/start-missing', place, this.#report);
    this.submit(id, context, {}, null);
  }

  submit(
    id: string,
    context: string | undefined,
    said: Omit<TaskSubmitted, 'type' | 'task' | 'context'>,
    place: Path | null,
  ): void {
    this.#emitter.emit(
      {
        type: 'task-submitted',
        task: id,
        context: context ?? this.#index.contextOf(id) ?? null,
        ...said,
        ...(!this.#index.keepsTransitions(id) && { keeps_transitions: false }),
      },
      place,
    );
  }

  /** Emits the events for the new state in one entry. */
  move(task: Task, state: TaskState, { message, isNew, at, place, entryPlace }: Move): void {
    const id = task.id;
    const isClosed = takesFollowUps(task.state) && isTerminal(state) && state !== 'completed';
    if (takesFollowUps(task.state) && !isClosed) {
      // The task continues, so its user has answered; the recording does not have the answer.
      note('a2a-protocol/answer-missing', entryPlace, this.#report);
      this.#emitter.emit({ type: 'message-received', task: id, ...timed(at) }, null);
    }
    if (state === 'submitted') return message === null ? undefined : this.#progress(id, message, at, place);
    if (task.state !== 'working' && !isClosed) {
      const isOnlyStart = state === 'working' && message === null;
      this.#emitter.emit({ type: 'turn-started', task: id, ...timed(at) }, isOnlyStart ? entryPlace : null);
      if (isOnlyStart) return;
    }
    if (!isFinal(state)) {
      if (message === null) this.#emitter.emit({ type: 'status-sent', task: id, ...timed(at) }, entryPlace);
      else if (isNew) this.#progress(id, message, at, place);
      else note('a2a-protocol/repeated', place, this.#report);
      return;
    }
    const isKept = message !== null && (this.#index.isKept(id, message.message_id) || !this.#index.keepsHistory(id));
    const said = message === null ? {} : { message, ...(!isKept && { in_history: false }) };
    this.#emitter.emit(
      state === 'canceled'
        ? { type: 'task-closed', task: id, state, ...timed(at), ...said }
        : { type: 'turn-ended', task: id, state, ...timed(at), ...said },
      place,
    );
  }

  #progress(task: string, message: Message, at: string | undefined, place: Path): void {
    const isKept = this.#index.isKept(task, message.message_id);
    this.#emitter.emit(
      { type: 'status-sent', task, ...timed(at), message, ...(isKept && { in_history: true }) },
      place,
    );
  }
}

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
  for (const where of lost) noteUnreadable(`${formatPath(place)}.${where}`, place, report);
  if (isFirst && isGuessed(record)) note('a2a-protocol/turns-assumed', [...place, 'history'], report);
  if (isFirst && artifacts.length > 0 && history.filter(({ value }) => value.role === 'user').length > 1) {
    report.note(
      'assumed',
      'a2a-protocol/artifacts-placed',
      [...place, 'artifacts'],
      () => `The artifacts of task ${id} carry no time: they are placed in its last turn.`,
    );
  }
  if (isFirst && history.length === 0) note('a2a-protocol/start-missing', place, report);
}
