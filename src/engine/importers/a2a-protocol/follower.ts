import { formatPath } from '../../model/path.ts';
import type { Path } from '../../model/path.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Chunk } from '../../systems/a2a/artifact.ts';
import type { TaskSubmitted } from '../../systems/a2a/event.ts';
import type { Message } from '../../systems/a2a/message.ts';
import { isFinal, isTerminal, takesFollowUps } from '../../systems/a2a/task-state.ts';
import type { TaskState } from '../../systems/a2a/task-state.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { fieldAt, recordAt, textAt, textsAt } from '../../systems/a2a/wire/field.ts';
import { readWireArtifact, readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import { statusMessageKey } from '../../systems/a2a/wire/read-task.ts';
import { readState } from '../../systems/a2a/wire/spelling.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { readInstant } from '../instants.ts';
import type { Noting } from '../noting.ts';
import type { Exchanged } from './exchanges.ts';
import type { Facts } from './facts.ts';
import { methods } from './format.ts';
import { Notes } from './notes.ts';
import { refusalText } from './outcomes.ts';
import { snapshotEvents } from './snapshots.ts';
import type { Request } from './snapshots.ts';
import { ownId } from './telling.ts';
import type { Telling } from './telling.ts';

const timed = (at: string | undefined) => (at === undefined ? {} : { at });

/** A task's step to a state, as one entry tells it. */
interface Moved {
  readonly message: Message | null;
  /** False for a message that has been told before. */
  readonly isNew: boolean;
  readonly at: string | undefined;
  /** Of the message, where there is one. */
  readonly place: Path;
  readonly whole: Path;
}

/** Follows what went over the wire and tells what happened: each entry adds what the earlier ones did not say. */
export class Follower {
  readonly #telling: Telling;
  readonly #facts: Facts;
  readonly #noting: Noting;
  readonly #notes: Notes;
  /** Tasks that nobody names, by their exchange. */
  readonly #unnamed = new Map<number, string>();
  /** Requests whose message a snapshot will tell, by the message's id. */
  readonly #requests = new Map<string, Request>();

  constructor(telling: Telling, facts: Facts, noting: Noting) {
    this.#telling = telling;
    this.#facts = facts;
    this.#noting = noting;
    this.#notes = new Notes(noting);
  }

  follow(exchanged: Exchanged): void {
    switch (exchanged.entry.kind) {
      case 'asked':
        return this.#asked(exchanged);
      case 'requested':
        return this.#requested(exchanged);
      case 'task':
        return this.#snapshot(exchanged);
      case 'message':
        return this.#replied(exchanged);
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
    for (const { place } of this.#requests.values()) this.#notes.repeated(place);
    this.#telling.end();
  }

  #asked(request: Exchanged): void {
    const { entry, exchange } = request;
    const { place, params, method = '' } = entry;
    const message = this.#message(entry.value, place, 'user', textAt(params, 'messageId'));
    if (message === null) return;
    const configuration = recordAt(params, 'configuration');
    const modes = textsAt(configuration, 'acceptedOutputModes');
    const isAsync = methods.get(method) === 'stream' || fieldAt(configuration, 'blocking') === false;
    const wishes = {
      ...(modes.length > 0 && { accepted_output_modes: modes }),
      ...(isAsync && { return_immediately: true }),
    };
    if (this.#requests.has(message.message_id)) return this.#notes.repeated(place);
    if (this.#facts.isRetold(request)) {
      this.#requests.set(message.message_id, { place, wishes });
      return;
    }
    const isRefused = this.#facts.refused.has(exchange);
    const id = isRefused ? this.#unnamedTask(exchange, place) : this.#taskOf(request);
    const task = this.#telling.task(id);
    if (task === undefined) {
      if (entry.task !== undefined && !isRefused) this.#notes.startMissing(place);
      this.#submit(id, entry.context, { message, ...wishes }, place);
    } else if (this.#telling.hasSaid(id, message, ownId(entry.value) !== undefined)) this.#notes.repeated(place);
    else if (isTerminal(task.state)) this.#afterTheEnd(id, message, place);
    else this.#telling.tell({ type: 'message-received', task: id, message, ...wishes }, place);
    if (!this.#facts.isAnswered(exchange)) this.#notes.unanswered(place);
  }

  #requested({ entry, task }: Exchanged): void {
    const known = task === undefined ? undefined : this.#telling.task(task);
    if (methods.get(entry.method ?? '') === 'cancel' && known !== undefined && !isTerminal(known.state)) {
      this.#telling.tell({ type: 'cancel-requested', task: known.id }, entry.place);
    } else this.#notes.noTurn(entry.place);
  }

  #snapshot({ entry }: Exchanged): void {
    const told = snapshotEvents(entry.value, entry.place, this.#telling, this.#requests, this.#noting);
    if (told === 0) this.#notes.repeated(entry.place);
  }

  /** The answer to a request, a message of a stream, or one by itself. */
  #replied(reply: Exchanged): void {
    const { entry, isAnswer } = reply;
    const message = this.#message(entry.value, entry.place, 'agent', undefined);
    if (message === null) return;
    const id = this.#taskOf(reply);
    if (this.#telling.hasSaid(id, message, ownId(entry.value) !== undefined)) return this.#notes.repeated(entry.place);
    const task = this.#present(reply, id);
    if (isTerminal(task.state)) return this.#afterTheEnd(id, message, entry.place);
    if (this.#facts.hasLife(id) || takesFollowUps(task.state)) {
      this.#telling.tell({ type: 'message-recorded', task: id, message }, entry.place);
      return;
    }
    if (task.state === 'submitted') this.#telling.tell({ type: 'turn-started', task: id }, null);
    if (!isAnswer) this.#notes.stateAssumed(entry.place);
    this.#telling.tell(
      {
        type: 'turn-ended',
        task: id,
        state: isAnswer ? 'completed' : 'input-required',
        ...(isAnswer && { by: 'reply_directly' }),
        message,
      },
      entry.place,
    );
  }

  #status(update: Exchanged): void {
    const { entry } = update;
    const status = recordAt(entry.value, 'status');
    const state = readState(textAt(status, 'state') ?? '');
    if (state === undefined) return;
    const key = statusMessageKey(status);
    const written = fieldAt(status, key) ?? null;
    const place: Path = written === null ? entry.place : [...entry.place, 'status', key];
    const message = written === null ? null : this.#message(written, place, 'agent', undefined);
    const at = readInstant(fieldAt(status, 'timestamp'), [...entry.place, 'status', 'timestamp'], this.#noting);
    const id = this.#taskOf(update);
    const known = this.#telling.task(id);
    if (known === undefined && state === 'submitted' && message === null) {
      this.#submit(id, entry.context, timed(at), entry.place);
      return;
    }
    const task = this.#present(update, id);
    const hasId = isRecord(written) && ownId(written) !== undefined;
    const isNew = message !== null && !this.#telling.hasSaid(id, message, hasId);
    if (isTerminal(task.state) || (takesFollowUps(task.state) && state === task.state && !isNew)) {
      if (isNew && message !== null) this.#afterTheEnd(id, message, place);
      else this.#notes.repeated(entry.place);
      return;
    }
    this.#moved(task, state, { message, isNew, at, place, whole: entry.place });
  }

  #moved(task: Task, state: TaskState, { message, isNew, at, place, whole }: Moved): void {
    const id = task.id;
    const isClosed = takesFollowUps(task.state) && isTerminal(state) && state !== 'completed';
    if (takesFollowUps(task.state) && !isClosed) {
      // It goes on, so its user has answered; the recording does not hold how.
      this.#notes.answerMissing(whole);
      this.#telling.tell({ type: 'message-received', task: id, ...timed(at) }, null);
    }
    if (state === 'submitted') return message === null ? undefined : this.#progress(id, message, at, place);
    if (task.state !== 'working' && !isClosed) {
      const isWhole = state === 'working' && message === null;
      this.#telling.tell({ type: 'turn-started', task: id, ...timed(at) }, isWhole ? whole : null);
      if (isWhole) return;
    }
    if (!isFinal(state)) {
      if (message === null) this.#telling.tell({ type: 'status-sent', task: id, ...timed(at) }, whole);
      else if (isNew) this.#progress(id, message, at, place);
      else this.#notes.repeated(place);
      return;
    }
    const isKept = message !== null && (this.#facts.isKept(id, message.message_id) || !this.#facts.keepsHistory(id));
    const said = message === null ? {} : { message, ...(!isKept && { in_history: false }) };
    this.#telling.tell(
      state === 'canceled'
        ? { type: 'task-closed', task: id, state, ...timed(at), ...said }
        : { type: 'turn-ended', task: id, state, ...timed(at), ...said },
      place,
    );
  }

  #progress(task: string, message: Message, at: string | undefined, place: Path): void {
    const isKept = this.#facts.isKept(task, message.message_id);
    this.#telling.tell(
      { type: 'status-sent', task, ...timed(at), message, ...(isKept && { in_history: true }) },
      place,
    );
  }

  #artifact(update: Exchanged): void {
    const { entry } = update;
    const artifact = this.#chunk(fieldAt(entry.value, 'artifact') ?? null, entry.place);
    if (artifact === null) return;
    const isAlone = update.task === undefined && !update.isAnswer;
    const id = this.#taskOf(update);
    const task = this.#present(update, id);
    if (task.state === 'submitted') this.#telling.tell({ type: 'turn-started', task: id }, null);
    this.#telling.tell(
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
    this.#notes.artifactAlone(entry.place);
    this.#telling.tell({ type: 'turn-ended', task: id, state: 'completed' }, entry.place);
  }

  #failed({ entry, exchange }: Exchanged): void {
    const text = refusalText(entry.value);
    const id = this.#unnamed.get(exchange);
    const task = id === undefined ? undefined : this.#telling.task(id);
    if (id === undefined || task === undefined || isTerminal(task.state)) {
      this.#notes.error(text, entry.place);
      if (this.#telling.events.length > 0) return;
    }
    this.#notes.refused(entry.place);
    const refused = id ?? this.#unnamedTask(exchange, entry.place);
    if (this.#telling.task(refused) === undefined) this.#submit(refused, entry.context, {}, null);
    const message: Message = { message_id: `${refused}.error`, role: 'agent', parts: [{ text }] };
    this.#telling.tell(
      { type: 'task-closed', task: refused, state: 'failed', message, in_history: false },
      entry.place,
    );
  }

  /** Some agents go on talking when the task is over. Their state stays, and so does what was said. */
  #afterTheEnd(task: string, message: Message, place: Path): void {
    this.#notes.afterTheEnd(place);
    this.#telling.tell({ type: 'message-recorded', task, message }, place);
  }

  /** The task as it is; of one that nobody has seen begin, only the fact that it did is told. */
  #present({ entry }: Exchanged, id: string): Task {
    if (this.#telling.task(id) === undefined) {
      this.#notes.startMissing(entry.place);
      this.#submit(id, entry.context, {}, null);
    }
    const task = this.#telling.task(id);
    if (task === undefined) throw new Error(`task ${id} was submitted and is not there`);
    return task;
  }

  #submit(
    id: string,
    context: string | undefined,
    said: Omit<TaskSubmitted, 'type' | 'task' | 'context'>,
    place: Path | null,
  ): void {
    this.#telling.tell(
      {
        type: 'task-submitted',
        task: id,
        context: context ?? null,
        ...said,
        ...(!this.#facts.keepsTransitions(id) && { keeps_transitions: false }),
      },
      place,
    );
  }

  #taskOf({ entry, exchange, task }: Exchanged): string {
    return task ?? this.#unnamedTask(exchange, entry.place);
  }

  #unnamedTask(exchange: number, place: Path): string {
    const known = this.#unnamed.get(exchange);
    if (known !== undefined) return known;
    const name = `unnamed-task-${this.#unnamed.size + 1}`;
    this.#unnamed.set(exchange, name);
    this.#notes.unnamed(name, place);
    return name;
  }

  #message(value: Value, place: Path, role: Message['role'], outside: string | undefined): Message | null {
    const where = formatPath(place);
    return readWireMessage(value, where, { id: outside ?? where, role }, (lost) => this.#notes.unreadable(lost, place));
  }

  #chunk(value: Value, place: Path): Chunk | null {
    const where = formatPath(place);
    if (isRecord(value) && textAt(value, 'artifactId') === undefined) this.#notes.unnamedArtifact(place);
    return readWireArtifact(value, where, 'artifact', (lost) => this.#notes.unreadable(lost, place));
  }
}
