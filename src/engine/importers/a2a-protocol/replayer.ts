import { formatPath, type Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { Chunk } from '../../systems/a2a/artifact.ts';
import type { Message } from '../../systems/a2a/message.ts';
import { isTerminal, takesFollowUps } from '../../systems/a2a/task-state.ts';
import { fieldAt, recordAt, textAt, textsAt } from '../../systems/a2a/wire/field.ts';
import { readWireArtifact, readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import { statusMessageKey } from '../../systems/a2a/wire/read-task.ts';
import { timeAt } from '../../systems/a2a/wire/time.ts';
import { readState } from '../../systems/a2a/wire/spelling.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { ConversationIndex, Exchanged } from './exchanges.ts';
import { methods } from './format.ts';
import { note, noteError, noteUnnamed, noteUnreadable } from './notes.ts';
import { refusalText } from './traces.ts';
import { type Request, snapshotEvents, Steps, timed } from './steps.ts';
import { type EventEmitter, ownId } from './event-emitter.ts';

/** Converts the entries of a conversation to events; each entry adds only what earlier ones did not have. */
export class Replayer {
  readonly #emitter: EventEmitter;
  readonly #index: ConversationIndex;
  readonly #report: ImportReport;
  readonly #steps: Steps;
  /** Names made up for tasks without an id, by their exchange. */
  readonly #unnamed = new Map<number, string>();
  /** Requests whose message a later snapshot emits, by the message's id. */
  readonly #requests = new Map<string, Request>();

  constructor(emitter: EventEmitter, index: ConversationIndex, report: ImportReport) {
    this.#emitter = emitter;
    this.#index = index;
    this.#report = report;
    this.#steps = new Steps(emitter, index, report);
  }

  follow(exchanged: Exchanged): void {
    switch (exchanged.entry.kind) {
      case 'asked':
        return this.#userMessage(exchanged);
      case 'requested':
        return this.#otherRequest(exchanged);
      case 'task':
        return this.#snapshot(exchanged);
      case 'message':
        return this.#agentMessage(exchanged);
      case 'status':
        return this.#status(exchanged);
      case 'artifact':
        return this.#artifact(exchanged);
      case 'failed':
        return this.#failed(exchanged);
      default:
        return unreachable(exchanged.entry.kind);
    }
  }

  end(): void {
    for (const { place } of this.#requests.values()) note('a2a-protocol/repeated', place, this.#report);
    this.#emitter.end();
  }

  #userMessage(request: Exchanged): void {
    const { entry, exchange } = request;
    const { place, params, method = '' } = entry;
    const message = this.#message(entry.value, place, 'user', textAt(params, 'messageId'));
    if (message === null) return;
    const configuration = recordAt(params, 'configuration');
    const modes = textsAt(configuration, 'acceptedOutputModes');
    const isAsync =
      methods.get(method) === 'stream' ||
      fieldAt(configuration, 'blocking') === false ||
      fieldAt(configuration, 'returnImmediately') === true;
    const requestOptions = {
      ...(modes.length > 0 && { accepted_output_modes: modes }),
      ...(isAsync && { return_immediately: true }),
    };
    if (this.#requests.has(message.message_id)) return note('a2a-protocol/repeated', place, this.#report);
    if (this.#index.isInSnapshot(request)) {
      this.#requests.set(message.message_id, { place, requestOptions });
      return;
    }
    const isRefused = this.#index.refused.has(exchange);
    const id = isRefused ? this.#named(exchange, place, 'refused-request') : this.#taskOf(request);
    const task = this.#emitter.task(id);
    if (task === undefined) {
      // A task id inside the message continues a task. In version 0.2, the client's first message has the new id beside it.
      const goesOn = textAt(entry.value, 'taskId') !== undefined;
      if (goesOn && !isRefused) note('a2a-protocol/start-missing', place, this.#report);
      this.#steps.submit(id, entry.context, { message, ...requestOptions }, place);
    } else if (this.#emitter.hasEmitted(id, message, ownId(entry.value) !== undefined))
      note('a2a-protocol/repeated', place, this.#report);
    else if (isTerminal(task.state)) this.#steps.afterTheEnd(id, message, place);
    else this.#emitter.emit({ type: 'message-received', task: id, message, ...requestOptions }, place);
    if (!this.#index.isAnswered(exchange)) note('a2a-protocol/unanswered', place, this.#report);
  }

  #otherRequest({ entry, task }: Exchanged): void {
    const known = task === undefined ? undefined : this.#emitter.task(task);
    if (methods.get(entry.method ?? '') === 'cancel' && known !== undefined && !isTerminal(known.state)) {
      this.#emitter.emit({ type: 'cancel-requested', task: known.id }, entry.place);
    } else note('a2a-protocol/no-turn', entry.place, this.#report);
  }

  #snapshot({ entry }: Exchanged): void {
    const count = snapshotEvents(entry.value, entry.place, this.#emitter, this.#requests, this.#report);
    if (count === 0) note('a2a-protocol/repeated', entry.place, this.#report);
  }

  /** An agent's message: the answer to a request, part of a stream, or alone. */
  #agentMessage(reply: Exchanged): void {
    const { entry } = reply;
    const isLast = reply.isAnswer && !this.#index.hasFollowUp(reply);
    const message = this.#message(entry.value, entry.place, 'agent', undefined);
    if (message === null) return;
    const id = this.#taskOf(reply);
    if (this.#emitter.hasEmitted(id, message, ownId(entry.value) !== undefined))
      return note('a2a-protocol/repeated', entry.place, this.#report);
    const task = this.#steps.present(id, entry.context, entry.place);
    if (isTerminal(task.state)) return this.#steps.afterTheEnd(id, message, entry.place);
    if (this.#index.hasUpdates(id) || takesFollowUps(task.state)) {
      this.#emitter.emit({ type: 'message-recorded', task: id, message }, entry.place);
      return;
    }
    if (task.state === 'submitted') this.#emitter.emit({ type: 'turn-started', task: id }, null);
    if (!isLast) note('a2a-protocol/state-assumed', entry.place, this.#report);
    this.#emitter.emit(
      {
        type: 'turn-ended',
        task: id,
        state: isLast ? 'completed' : 'input-required',
        ...(isLast && { by: 'reply_directly' }),
        message,
      },
      entry.place,
    );
  }

  #status(update: Exchanged): void {
    const { entry } = update;
    const status = recordAt(entry.value, 'status');
    const state = readState(fieldAt(status, 'state'));
    if (state === undefined) return;
    const key = statusMessageKey(status);
    const written = fieldAt(status, key) ?? null;
    const place: Path = written === null ? entry.place : [...entry.place, 'status', key];
    const message = written === null ? null : this.#message(written, place, 'agent', undefined);
    const at = readInstant(
      timeAt(status, 'timestamp') ?? fieldAt(status, 'timestamp'),
      [...entry.place, 'status', 'timestamp'],
      this.#report,
    );
    const id = this.#taskOf(update);
    const known = this.#emitter.task(id);
    if (known === undefined && state === 'submitted' && message === null) {
      this.#steps.submit(id, entry.context, timed(at), entry.place);
      return;
    }
    const task = this.#steps.present(id, entry.context, entry.place);
    const hasId = isRecord(written) && ownId(written) !== undefined;
    const isNew = message !== null && !this.#emitter.hasEmitted(id, message, hasId);
    if (isTerminal(task.state) || (takesFollowUps(task.state) && state === task.state && !isNew)) {
      if (isNew && message !== null) this.#steps.afterTheEnd(id, message, place);
      else note('a2a-protocol/repeated', entry.place, this.#report);
      return;
    }
    this.#steps.move(task, state, { message, isNew, at, place, entryPlace: entry.place });
  }

  #artifact(update: Exchanged): void {
    const { entry } = update;
    const artifact = this.#chunk(fieldAt(entry.value, 'artifact') ?? null, entry.place);
    if (artifact === null) return;
    const isAlone = update.task === undefined && !update.isAnswer;
    const id = this.#taskOf(update);
    const task = this.#steps.present(id, entry.context, entry.place);
    if (task.state === 'submitted') this.#emitter.emit({ type: 'turn-started', task: id }, null);
    this.#emitter.emit(
      {
        type: 'artifact-emitted',
        task: id,
        artifact,
        append: fieldAt(entry.value, 'append') === true,
        last_chunk: fieldAt(entry.value, 'lastChunk') === true,
      },
      entry.place,
    );
    if (!isAlone) return;
    note('a2a-protocol/artifact-alone', entry.place, this.#report);
    this.#emitter.emit({ type: 'turn-ended', task: id, state: 'completed' }, entry.place);
  }

  #failed({ entry, exchange }: Exchanged): void {
    const text = refusalText(entry.value);
    const id = this.#unnamed.get(exchange);
    const task = id === undefined ? undefined : this.#emitter.task(id);
    if (id === undefined || task === undefined || isTerminal(task.state)) {
      noteError(text, entry.place, this.#report);
      if (this.#emitter.events.length > 0) return;
    }
    note('a2a-protocol/refused', entry.place, this.#report);
    const refused = id ?? this.#named(exchange, entry.place, 'refused-request');
    if (this.#emitter.task(refused) === undefined) this.#steps.submit(refused, entry.context, {}, null);
    const message: Message = { message_id: `${refused}.error`, role: 'agent', parts: [{ text }] };
    this.#emitter.emit(
      { type: 'task-closed', task: refused, state: 'failed', message, in_history: false },
      entry.place,
    );
  }

  #taskOf({ entry, exchange, task }: Exchanged): string {
    return task ?? this.#named(exchange, entry.place, 'unnamed-task');
  }

  #named(exchange: number, place: Path, word: string): string {
    const known = this.#unnamed.get(exchange);
    if (known !== undefined) return known;
    const name = `${word}-${this.#unnamed.size + 1}`;
    this.#unnamed.set(exchange, name);
    noteUnnamed(name, place, this.#report);
    return name;
  }

  #message(value: Value, place: Path, role: Message['role'], outside: string | undefined): Message | null {
    const where = formatPath(place);
    return readWireMessage(value, where, { id: outside ?? where, role }, (lost) =>
      noteUnreadable(lost, place, this.#report),
    );
  }

  #chunk(value: Value, place: Path): Chunk | null {
    const where = formatPath(place);
    if (isRecord(value) && textAt(value, 'artifactId') === undefined)
      note('a2a-protocol/unnamed-artifact', place, this.#report);
    return readWireArtifact(value, where, 'artifact', (lost) => noteUnreadable(lost, place, this.#report));
  }
}
