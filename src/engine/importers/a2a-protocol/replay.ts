import { formatPath, type Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { TaskSubmitted } from '../../systems/a2a/event.ts';
import type { Message } from '../../systems/a2a/message.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { isFinal, isTerminal, takesFollowUps } from '../../systems/a2a/task-state.ts';
import { fieldAt, recordAt, textAt, textsAt } from '../../systems/a2a/wire/field.ts';
import { readWireArtifact, readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import { statusMessageKey } from '../../systems/a2a/wire/read-task.ts';
import { timeAt } from '../../systems/a2a/wire/time.ts';
import { readState } from '../../systems/a2a/wire/spelling.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { type Exchanged, type Overview, ownId } from './conversations.ts';
import type { EventEmitter } from './event-emitter.ts';
import { methods } from './format.ts';
import { notes, noteError, noteUnnamed, noteUnreadable } from './notes.ts';
import { emitSnapshot, type Request } from './snapshots.ts';

/** Converts the entries of a conversation to events; each entry adds only what earlier ones did not have. */
export class Replay {
  readonly #emitter: EventEmitter;
  readonly #overview: Overview;
  readonly #report: ImportReport;
  /** Names made up for tasks without an id, by their exchange. */
  readonly #unnamed = new Map<number, string>();
  /** Requests whose message a later snapshot emits, by the message's id. */
  readonly #requests = new Map<string, Request>();

  constructor(emitter: EventEmitter, overview: Overview, report: ImportReport) {
    this.#emitter = emitter;
    this.#overview = overview;
    this.#report = report;
  }

  follow(entry: Exchanged): void {
    switch (entry.kind) {
      case 'asked':
        return this.#userMessage(entry);
      case 'requested':
        return this.#otherRequest(entry);
      case 'task':
        return emitSnapshot(entry.value, entry.place, this.#emitter, this.#requests, this.#report);
      case 'message':
        return this.#agentMessage(entry);
      case 'status':
        return this.#status(entry);
      case 'artifact':
        return this.#artifact(entry);
      case 'failed':
        return this.#failed(entry);
      default:
        return unreachable(entry.kind);
    }
  }

  end(): void {
    for (const { place } of this.#requests.values()) notes.repeated(place, this.#report);
    this.#emitter.end();
  }

  #userMessage(entry: Exchanged): void {
    const { exchange, value, place, params, method = '' } = entry;
    const message = this.#message(value, place, 'user', textAt(params, 'messageId'));
    if (message === null) return;
    const configuration = recordAt(params, 'configuration');
    const modes = textsAt(configuration, 'acceptedOutputModes');
    const isAsync =
      methods.get(method) === 'stream' ||
      fieldAt(configuration, 'blocking') === false ||
      fieldAt(configuration, 'returnImmediately') === true;
    const options = {
      ...(modes.length > 0 && { accepted_output_modes: modes }),
      ...(isAsync && { return_immediately: true }),
    };
    if (this.#requests.has(message.message_id)) return notes.repeated(place, this.#report);
    const { errors, answers, inSnapshot } = this.#overview.exchange(exchange);
    if (inSnapshot?.has(ownId(value) ?? textAt(params, 'messageId') ?? '') === true) {
      this.#requests.set(message.message_id, { place, options });
      return;
    }
    const isRefused = errors > 0 && answers === 0;
    const id = isRefused ? this.#named(exchange, place, 'refused-request') : this.#taskOf(entry);
    const task = this.#emitter.task(id);
    if (task === undefined) {
      // A task id inside the message continues a task. In version 0.2, the client's first message has the new id beside it.
      const isContinued = textAt(value, 'taskId') !== undefined && !isRefused;
      if (isContinued) notes['start-missing'](place, this.#report);
      this.#submit(id, entry.context, { message, ...options }, place);
    } else if (this.#isRepeated(id, message, value)) notes.repeated(place, this.#report);
    else if (isTerminal(task.state)) this.#afterTheEnd(id, message, place);
    else this.#emitter.emit({ type: 'message-received', task: id, message, ...options }, place);
    if (errors + answers === 0) notes.unanswered(place, this.#report);
  }

  #otherRequest({ task = '', method = '', place }: Exchanged): void {
    const known = this.#emitter.task(task);
    if (methods.get(method) === 'cancel' && known !== undefined && !isTerminal(known.state))
      this.#emitter.emit({ type: 'cancel-requested', task }, place);
    else notes['no-turn'](place, this.#report);
  }

  /** An agent's message: the answer to a request, part of a stream, or alone. */
  #agentMessage(reply: Exchanged): void {
    const { value, place, exchange } = reply;
    const message = this.#message(value, place, 'agent');
    if (message === null) return;
    const id = this.#taskOf(reply);
    if (this.#isRepeated(id, message, value)) return notes.repeated(place, this.#report);
    const task = this.#present(id, reply);
    if (isTerminal(task.state)) return this.#afterTheEnd(id, message, place);
    const { hasUpdates, lastRequest } = this.#overview.task(id);
    if (hasUpdates || takesFollowUps(task.state))
      return this.#emitter.emit({ type: 'message-recorded', task: id, message }, place);
    if (task.state === 'submitted') this.#emitter.emit({ type: 'turn-started', task: id }, null);
    const isLast = reply.isAnswer && lastRequest <= exchange;
    if (!isLast) notes['state-assumed'](place, this.#report);
    const end = isLast
      ? ({ state: 'completed', by: 'reply_directly' } as const)
      : ({ state: 'input-required' } as const);
    this.#emitter.emit({ type: 'turn-ended', task: id, ...end, message }, place);
  }

  #status(update: Exchanged): void {
    const { place, context } = update;
    const status = recordAt(update.value, 'status');
    const state = readState(fieldAt(status, 'state'));
    if (state === undefined) return;
    const key = statusMessageKey(status);
    const written = fieldAt(status, key) ?? null;
    const where = written === null ? place : [...place, 'status', key];
    const message = written === null ? null : this.#message(written, where, 'agent');
    const stamp = timeAt(status, 'timestamp') ?? fieldAt(status, 'timestamp');
    const at = readInstant(stamp, [...place, 'status', 'timestamp'], this.#report);
    const timed = at === undefined ? {} : { at };
    const id = this.#taskOf(update);
    // ADK and kagent confirm a new task with the message that began it.
    const isBeginning = state === 'submitted' && (message === null || message.role === 'user');
    if (isBeginning && this.#emitter.task(id) === undefined)
      return this.#submit(id, context, { ...(message !== null && { message }), ...timed }, where);
    if (isBeginning && message !== null && this.#isRepeated(id, message, written))
      return notes.repeated(where, this.#report);
    const task = this.#present(id, update);
    const isNew = message !== null && !this.#isRepeated(id, message, written);
    const waits = takesFollowUps(task.state);
    if (isTerminal(task.state) || (waits && state === task.state && !isNew)) {
      if (isNew) this.#afterTheEnd(id, message, where);
      else notes.repeated(place, this.#report);
      return;
    }
    // A waiting task may be closed as it is. If it continues, its user has answered.
    const isClosed = waits && isTerminal(state) && state !== 'completed';
    if (waits && !isClosed) {
      notes['answer-missing'](place, this.#report);
      this.#emitter.emit({ type: 'message-received', task: id, ...timed }, null);
    }
    const said = { task: id, ...timed, ...(message !== null && { message }) };
    const isOnlyStart = state === 'working' && message === null && task.state !== 'working';
    if (state !== 'submitted' && task.state !== 'working' && !isClosed)
      this.#emitter.emit({ type: 'turn-started', task: id, ...timed }, isOnlyStart ? place : null);
    if (isOnlyStart || (state === 'submitted' && message === null)) return;
    const isKept = message === null ? undefined : this.#overview.task(id).kept?.has(message.message_id);
    if (isFinal(state)) {
      const end = { ...said, ...(isKept === false && { in_history: false }) };
      if (state === 'canceled') this.#emitter.emit({ type: 'task-closed', ...end, state }, where);
      else this.#emitter.emit({ type: 'turn-ended', ...end, state }, where);
    } else if (message === null) this.#emitter.emit({ type: 'status-sent', ...said }, place);
    else if (!isNew && state !== 'submitted') notes.repeated(where, this.#report);
    else this.#emitter.emit({ type: 'status-sent', ...said, ...(isKept === true && { in_history: true }) }, where);
  }

  #artifact(update: Exchanged): void {
    const { value, place } = update;
    const written = fieldAt(value, 'artifact') ?? null;
    if (isRecord(written) && textAt(written, 'artifactId') === undefined)
      notes['unnamed-artifact'](place, this.#report);
    const artifact = readWireArtifact(written, formatPath(place), 'artifact', this.#lose(place));
    if (artifact === null) return;
    const id = this.#taskOf(update);
    if (this.#present(id, update).state === 'submitted') this.#emitter.emit({ type: 'turn-started', task: id }, null);
    const [append, last_chunk] = [fieldAt(value, 'append') === true, fieldAt(value, 'lastChunk') === true];
    this.#emitter.emit({ type: 'artifact-emitted', task: id, artifact, append, last_chunk }, place);
    if (update.task !== undefined || update.isAnswer) return;
    notes['artifact-alone'](place, this.#report);
    this.#emitter.emit({ type: 'turn-ended', task: id, state: 'completed' }, place);
  }

  #failed({ value, place, exchange, context }: Exchanged): void {
    const text = refusalText(value);
    const known = this.#unnamed.get(exchange);
    const task = known === undefined ? undefined : this.#emitter.task(known);
    if (task === undefined || isTerminal(task.state)) {
      noteError(text, place, this.#report);
      if (this.#emitter.events.length > 0) return;
    }
    notes.refused(place, this.#report);
    const id = this.#named(exchange, place, 'refused-request');
    if (task === undefined) this.#submit(id, context, {}, null);
    const message: Message = { message_id: `${id}.error`, role: 'agent', parts: [{ text }] };
    this.#emitter.emit({ type: 'task-closed', task: id, state: 'failed', message, in_history: false }, place);
  }

  /** Some agents send messages after their task is over. The messages are shown, and the state does not change. */
  #afterTheEnd(task: string, message: Message, place: Path): void {
    notes['after-the-end'](place, this.#report);
    this.#emitter.emit({ type: 'message-recorded', task, message }, place);
  }

  /**
   * Returns the current task. For a task without a recorded start, first emits that it was submitted, with its first message
   * if a later snapshot has it.
   */
  #present(id: string, entry: Exchanged): Task {
    const { context, place } = entry;
    const known = this.#emitter.task(id);
    if (known !== undefined) return known;
    const first = this.#overview.task(id).beginning;
    const message = first === undefined ? null : this.#message(first.value, first.place, 'user', `${id}.history[0]`);
    if (first !== undefined && message !== null) this.#submit(id, context, { message }, first.place);
    else {
      notes['start-missing'](place, this.#report);
      this.#submit(id, context, {}, null);
    }
    return this.#present(id, entry);
  }

  #submit(
    task: string,
    context: string | undefined,
    said: Omit<TaskSubmitted, 'type' | 'task' | 'context'>,
    place: Path | null,
  ): void {
    const facts = this.#overview.task(task);
    const keeps = facts.keepsTransitions ? {} : { keeps_transitions: false };
    this.#emitter.emit(
      { type: 'task-submitted', task, context: context ?? facts.context ?? null, ...said, ...keeps },
      place,
    );
  }

  #isRepeated(task: string, message: Message, written: Value): boolean {
    return this.#emitter.hasEmitted(task, message, isRecord(written) && ownId(written) !== undefined);
  }

  #taskOf({ exchange, place, task }: Exchanged): string {
    return task ?? this.#named(exchange, place, 'unnamed-task');
  }

  #named(exchange: number, place: Path, word: string): string {
    const known = this.#unnamed.get(exchange);
    if (known !== undefined) return known;
    const name = `${word}-${this.#unnamed.size + 1}`;
    this.#unnamed.set(exchange, name);
    noteUnnamed(name, place, this.#report);
    return name;
  }

  /** `id`: the message's id if it has none of its own. */
  #message(value: Value, place: Path, role: Message['role'], id = formatPath(place)): Message | null {
    return readWireMessage(value, formatPath(place), { id, role }, this.#lose(place));
  }

  #lose(place: Path): (lost: string) => void {
    return (lost) => noteUnreadable(lost, place, this.#report);
  }
}

/** Text of an error response: its message, with the details and JSON-RPC's code. */
function refusalText(error: RecordValue): string {
  const [code, details] = [fieldAt(error, 'code'), textAt(error, 'data') ?? textAt(error, 'details')];
  const words = textAt(error, 'message') ?? 'no message';
  const more = details === undefined ? '' : `: ${details}`;
  return `${words}${more}${typeof code === 'number' ? ` (${code})` : ''}`;
}
