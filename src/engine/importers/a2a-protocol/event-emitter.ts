import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { apply } from '../../systems/a2a/apply.ts';
import { partValue } from '../../systems/a2a/context-fields.ts';
import type { A2aEvent, SpentTokens } from '../../systems/a2a/event.ts';
import { functionPart } from '../../systems/a2a/function-part.ts';
import type { A2aHeader } from '../../systems/a2a/header.ts';
import type { Message } from '../../systems/a2a/message.ts';
import { historyText, isThought } from '../../systems/a2a/part.ts';
import { stateOfHeader, type A2aState } from '../../systems/a2a/state.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { isTerminal } from '../../systems/a2a/task-state.ts';
import { recordAt } from '../../systems/a2a/wire/field.ts';
import { partsKey } from '../../systems/a2a/wire/likeness.ts';
import { readPart } from '../../systems/a2a/wire/read-part.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { countAt, entriesAt } from '../../importing/values/where.ts';
import { geminiTokens } from '../../importing/messages/gemini-content.ts';
import { approvalsIn, Calls, type SourcedInvocation } from './calls.ts';
import type { Overview } from './conversations.ts';
import { notes } from './notes.ts';
import { noteReasoning } from '../../importing/notes.ts';

/** The data of a task that later entries may repeat or complete. */
interface TaskLog {
  readonly calls: Calls;
  /** Emitted messages by their id, and the latest of them. */
  readonly byId: Map<string, Message[]>;
  readonly latest: Message[];
  /** Places of the chunks of the current turn, and the tokens of its latest chunk. */
  chunks: Path[];
  spent: SpentTokens | undefined;
}

/**
 * Collects the events of a conversation and the current state of its tasks. Later entries repeat earlier ones; the state
 * shows what is new, so that only new events are emitted.
 */
export class EventEmitter {
  readonly events: A2aEvent[] = [];
  readonly sources: (Path | null)[] = [];
  /** Further places of an event, by its index: chunks of an answer, result of a call. */
  readonly also = new Map<number, readonly Path[]>();
  readonly #document: Value;
  readonly #overview: Overview;
  readonly #report: ImportReport;
  readonly #logs = new Map<string, TaskLog>();
  #state: A2aState;

  constructor(document: Value, header: A2aHeader, overview: Overview, report: ImportReport) {
    this.#document = document;
    this.#overview = overview;
    this.#report = report;
    this.#state = stateOfHeader(header);
  }

  task(id: string): Task | undefined {
    return this.#state.tasks.get(id);
  }

  /** Number of chunks of the current turn that are not stored yet. */
  pending({ turn }: Task): number {
    return turn === null ? 0 : (this.#state.turns.get(turn)?.pending.length ?? 0);
  }

  /** Whether a message was emitted before: compared by id, or by content if its sender gave no id. */
  hasEmitted(task: string, message: Message, hasId: boolean): boolean {
    const { latest, byId } = this.#log(task);
    if (!hasId) return latest.some((known) => hasSameContent(known, message));
    // Some agents use one id for all their messages, so the content is compared too.
    return byId.get(message.message_id)?.some((known) => containsRepeat(known, message)) === true;
  }

  emit(written: A2aEvent, source: Path | null): void {
    if (written.type === 'clock-advanced' || written.type === 'context-saved') return;
    const message = 'message' in written ? written.message : undefined;
    const fuller = message === undefined ? undefined : this.#overview.fuller(message);
    if (fuller !== undefined && 'message' in written)
      return this.emit({ ...written, message: fuller.message }, fuller.place);
    const found = source === null ? undefined : valueAt(this.#document, source);
    const record = found !== undefined && isRecord(found) ? found : {};
    const log = this.#log(written.task);
    const at = written.at ?? timeIn(record, source ?? [], this.#report);
    const tokens = this.#tokensOf(written, log, source);
    const event = { ...written, ...(at !== undefined && { at }), ...(tokens !== undefined && { tokens }) };
    const used = usedIn(record, source ?? [], log.calls);
    noteThoughts(record, source ?? [], this.#report);
    if (event.type === 'turn-ended' || event.type === 'task-closed') {
      // Invocations of a turn come before the event that ends it.
      this.use([...used, ...(isTerminal(event.state) ? log.calls.closeOpen() : [])], at);
      // An answer without a message consists of the turn's artifacts, so its source is the first chunk.
      const places = [...(message === undefined ? log.chunks : []), source];
      const [first = null, ...others] = places.filter((place) => place !== null);
      this.#push(event, first, others);
      log.chunks = [];
    } else {
      this.#push(event, source);
      this.use(used, at);
    }
    if (event.type === 'artifact-emitted' && source !== null) log.chunks.push(source);
    if (message !== undefined) remember(message, log);
  }

  use(used: readonly SourcedInvocation[], at?: string): void {
    for (const { event, source, result } of used)
      this.#push({ ...event, ...(at !== undefined && { at }) }, source, result && [result]);
  }

  /** Ends open calls and notes unfinished tasks; called after the last entry. */
  end(): void {
    for (const { calls } of this.#logs.values()) this.use(calls.closeOpen());
    for (const [id, { chunks }] of this.#logs) {
      if (chunks[0] !== undefined && this.task(id)?.state === 'working') notes.unfinished(chunks[0], this.#report);
    }
  }

  /** For an answer made of artifacts, the last artifact has the token counts. */
  #tokensOf(event: A2aEvent, log: TaskLog, source: Path | null): SpentTokens | undefined {
    const found = source === null ? undefined : spentAt(this.#document, source);
    switch (event.type) {
      case 'artifact-emitted':
        log.spent = found ?? log.spent;
        return undefined;
      case 'status-sent':
      case 'message-recorded':
        return event.message?.role === 'agent' ? found : undefined;
      case 'turn-ended': {
        const made = log.spent;
        log.spent = undefined;
        return event.message === undefined ? made : found;
      }
      default:
        return undefined;
    }
  }

  #push(event: A2aEvent, source: Path | null, also: readonly Path[] = []): void {
    if (also.length > 0) this.also.set(this.events.length, also);
    this.events.push(event);
    this.sources.push(source);
    this.#state = apply(this.#state, event);
  }

  #log(task: string): TaskLog {
    const known = this.#logs.get(task);
    if (known !== undefined) return known;
    const log = { calls: new Calls(task, this.#report), byId: new Map(), latest: [], chunks: [], spent: undefined };
    this.#logs.set(task, log);
    return log;
  }
}

/** How many earlier messages are compared with one that has no id or a reused id. */
const maxCompared = 50;

function remember(message: Message, { byId, latest }: TaskLog): void {
  const namesakes = byId.get(message.message_id) ?? [];
  byId.set(message.message_id, namesakes);
  for (const list of [namesakes, latest]) if (list.push(message) > maxCompared) list.shift();
}

const hasSameContent = (a: Message, b: Message): boolean =>
  a.role === b.role && isSame(a.parts.map(partValue), b.parts.map(partValue));

/** A repeated message may be shorter: an early part of a growing message, or one cut by a server. */
const containsRepeat = (known: Message, message: Message): boolean =>
  hasSameContent(known, message) ||
  (known.role === message.role && historyText(known.parts).startsWith(historyText(message.parts)));

/** Messages have no time field; an extension puts a `timestamp` into their metadata. */
function timeIn(record: RecordValue, place: Path, report: ImportReport): string | undefined {
  const [key, written] =
    Object.entries(recordAt(record, 'metadata')).find(([name]) => /(^|\/)timestamp$/.test(name)) ?? [];
  if (key === undefined || typeof written !== 'string') return undefined;
  return readInstant(written, [...place, 'metadata', key], report);
}

function noteThoughts(record: RecordValue, place: Path, report: ImportReport): void {
  for (const { value, place: here } of entriesAt({ value: record, place }, partsKey(record))) {
    const part = readPart(value);
    if (part !== null && isThought(part)) noteReasoning(here, report);
  }
}

/** Calls and results in the parts of a message or an artifact, and approvals in its metadata. */
function usedIn(record: RecordValue, place: Path, calls: Calls): readonly SourcedInvocation[] {
  const used: (SourcedInvocation | null)[] = [];
  for (const { value, place: here } of entriesAt({ value: record, place }, partsKey(record))) {
    const part = readPart(value);
    const found = part === null ? null : functionPart(part);
    if (found?.kind === 'call') {
      const { id, name, args, isLongRunning } = found;
      calls.addCall({ id, name, args, place: here, approval: isLongRunning ? (id ?? name) : undefined });
    } else if (found?.kind === 'result') used.push(calls.addResult(found.id, found.name, found.response, here));
  }
  return [...used, ...approvalsIn(record, place, calls)].filter((one) => one !== null);
}

/**
 * Reads the tokens of a message, if its agent records them. ADK writes Gemini's `usageMetadata` into the metadata of the
 * update; other agents write it into the metadata of the message.
 * https://github.com/google/adk-python/blob/main/src/google/adk/a2a/converters/event_converter.py
 */
function spentAt(document: Value, place: Path): SpentTokens | undefined {
  const holder = place.slice(0, place.at(-2) === 'status' ? -2 : place.at(-1) === 'artifact' ? -1 : place.length);
  return spentIn(valueAt(document, place)) ?? spentIn(valueAt(document, holder));
}

function spentIn(value: Value | undefined): SpentTokens | undefined {
  const metadata = value !== undefined && isRecord(value) ? recordAt(value, 'metadata') : {};
  const usage = Object.entries(metadata).find(([name]) => name.endsWith('usage_metadata'))?.[1];
  if (usage === undefined || !isRecord(usage)) return undefined;
  const total = countAt(usage, 'total_token_count');
  const tokens = { ...geminiTokens(usage), ...(total !== undefined && { total }) };
  return Object.keys(tokens).length === 0 ? undefined : tokens;
}
