import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { apply } from '../../systems/a2a/apply.ts';
import { partValue } from '../../systems/a2a/context-fields.ts';
import type { A2aEvent, SpentTokens } from '../../systems/a2a/event.ts';
import { functionPart } from '../../systems/a2a/function-part.ts';
import type { A2aHeader } from '../../systems/a2a/header.ts';
import type { Message } from '../../systems/a2a/message.ts';
import { historyText } from '../../systems/a2a/part.ts';
import { stateOfHeader, type A2aState } from '../../systems/a2a/state.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { isTerminal } from '../../systems/a2a/task-state.ts';
import { fieldAt, textAt, recordAt } from '../../systems/a2a/wire/field.ts';
import { partsKey } from '../../systems/a2a/wire/likeness.ts';
import { readPart } from '../../systems/a2a/wire/read-part.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { countAt, entriesAt } from '../../importing/values/where.ts';
import { note } from './notes.ts';
import { approvalsIn, Calls } from './calls.ts';
import type { SourcedInvocation } from './traces.ts';
import { geminiTokens } from '../../importing/messages/gemini-content.ts';

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
  readonly #report: ImportReport;
  readonly #calls = new Map<string, Calls>();
  readonly #emittedMessages = new Map<string, EmittedMessages>();
  /** Places of the chunks of each task's current turn. */
  readonly #chunks = new Map<string, Path[]>();
  readonly #spent = new Map<string, SpentTokens>();
  #state: A2aState;

  constructor(document: Value, header: A2aHeader, report: ImportReport) {
    this.#document = document;
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
  hasEmitted(task: string, message: Message, hasId = true): boolean {
    const emitted = this.#emittedMessages.get(task);
    if (emitted === undefined) return false;
    if (!hasId) return emitted.latest.some((known) => hasSameContent(known, message));
    // Some agents use one id for all their messages, so the content is compared too.
    return emitted.byId.get(message.message_id)?.some((known) => containsRepeat(known, message)) === true;
  }

  emit(written: A2aEvent, source: Path | null): void {
    const found = source === null ? undefined : valueAt(this.#document, source);
    const record = found !== undefined && isRecord(found) ? found : undefined;
    const event = this.#withTokens(withTime(written, record, source, this.#report), source);
    const calls = 'task' in event ? this.calls(event.task) : undefined;
    const used = record === undefined || calls === undefined ? [] : usedIn(record, source ?? [], calls);
    const at = event.type === 'clock-advanced' ? undefined : event.at;
    const ends = endsTurn(event);
    // Invocations of a turn come before the event that ends it.
    if (ends) this.#use([...used, ...(isTerminal(event.state) ? (calls?.closeOpen() ?? []) : [])], at);
    if (ends) this.#pushEnd(event, source);
    else this.#push(event, source);
    if (!ends) this.#use(used, at);
    if (event.type === 'artifact-emitted' && source !== null) {
      const chunks = this.#chunks.get(event.task);
      if (chunks === undefined) this.#chunks.set(event.task, [source]);
      else chunks.push(source);
    }
    if ('message' in event && event.message !== undefined && 'task' in event) this.#remember(event.task, event.message);
  }

  use(used: readonly SourcedInvocation[]): void {
    for (const { event, source, result } of used) this.#push(event, source, result && [result]);
  }

  calls(task: string): Calls {
    const known = this.#calls.get(task) ?? new Calls(task, this.#report);
    this.#calls.set(task, known);
    return known;
  }

  /** Ends open calls and notes unfinished tasks; called after the last entry. */
  end(): void {
    for (const calls of this.#calls.values()) this.use(calls.closeOpen());
    for (const [id, [place = null]] of this.#chunks) {
      if (this.task(id)?.state === 'working') note('a2a-protocol/unfinished', place, this.#report);
    }
  }

  /** Adds token counts. For an answer made of artifacts, the last artifact has them. */
  #withTokens(event: A2aEvent, source: Path | null): A2aEvent {
    const found = source === null ? undefined : spentAt(this.#document, source);
    switch (event.type) {
      case 'artifact-emitted':
        if (found !== undefined) this.#spent.set(event.task, found);
        return event;
      case 'status-sent':
      case 'message-recorded':
        return event.message === undefined || event.message.role === 'user' ? event : { ...event, ...spent(found) };
      case 'turn-ended': {
        const made = this.#spent.get(event.task);
        this.#spent.delete(event.task);
        return { ...event, ...spent(event.message === undefined ? made : found) };
      }
      default:
        return event;
    }
  }

  /** An answer without a message consists of the turn's artifacts, so its source is the first chunk. */
  #pushEnd(event: TurnEnd, source: Path | null): void {
    const [first, ...others] = this.#chunks.get(event.task) ?? [];
    this.#chunks.delete(event.task);
    if (event.message !== undefined || first === undefined) this.#push(event, source);
    else this.#push(event, first, source === null ? others : [...others, source]);
  }

  #use(used: readonly SourcedInvocation[], at: string | undefined): void {
    this.use(used.map((one) => ({ ...one, event: { ...one.event, ...(at !== undefined && { at }) } })));
  }

  #push(event: A2aEvent, source: Path | null, also: readonly Path[] = []): void {
    if (also.length > 0) this.also.set(this.events.length, also);
    this.events.push(event);
    this.sources.push(source);
    this.#state = apply(this.#state, event);
  }

  #remember(task: string, message: Message): void {
    const emitted = this.#emittedMessages.get(task) ?? { byId: new Map<string, Message[]>(), latest: [] };
    this.#emittedMessages.set(task, emitted);
    const namesakes = emitted.byId.get(message.message_id);
    if (namesakes === undefined) emitted.byId.set(message.message_id, [message]);
    else if (namesakes.push(message) > maxCompared) namesakes.shift();
    emitted.latest.push(message);
    if (emitted.latest.length > maxCompared) emitted.latest.shift();
  }
}

/** Messages of a task that were emitted. */
interface EmittedMessages {
  readonly byId: Map<string, Message[]>;
  readonly latest: Message[];
}

/** How many earlier messages are compared with one that has no id or a reused id. */
const maxCompared = 50;

const hasSameContent = (a: Message, b: Message): boolean =>
  a.role === b.role && isSame(a.parts.map(partValue), b.parts.map(partValue));

const spent = (tokens: SpentTokens | undefined) => (tokens === undefined ? {} : { tokens });

/** A repeated message may be shorter: an early part of a growing message, or one cut by a server. */
const containsRepeat = (known: Message, message: Message): boolean =>
  hasSameContent(known, message) ||
  (known.role === message.role && historyText(known.parts).startsWith(historyText(message.parts)));

type TurnEnd = Extract<A2aEvent, { type: 'turn-ended' | 'task-closed' }>;

const endsTurn = (event: A2aEvent): event is TurnEnd => event.type === 'turn-ended' || event.type === 'task-closed';

/** Messages have no time field; an extension puts a `timestamp` into their metadata. */
function withTime(
  event: A2aEvent,
  record: RecordValue | undefined,
  source: Path | null,
  report: ImportReport,
): A2aEvent {
  if (event.type === 'clock-advanced' || event.at !== undefined || record === undefined) return event;
  const metadata = fieldAt(record, 'metadata');
  if (metadata === undefined || !isRecord(metadata)) return event;
  const key = Object.keys(metadata).find((name) => name === 'timestamp' || name.endsWith('/timestamp'));
  const written = key === undefined ? undefined : metadata[key];
  if (key === undefined || typeof written !== 'string') return event;
  const at = readInstant(written, [...(source ?? []), 'metadata', key], report);
  return at === undefined ? event : { ...event, at };
}

/** Calls and results in the parts of a message or an artifact, and approvals in its metadata. */
function usedIn(record: RecordValue, place: Path, calls: Calls): readonly SourcedInvocation[] {
  const used: (SourcedInvocation | null)[] = [];
  for (const { value, place: here } of entriesAt({ value: record, place }, partsKey(record))) {
    const part = readPart(value);
    const found = part === null ? null : functionPart(part);
    if (found?.kind === 'call') {
      const waitsFor = found.isLongRunning ? (found.id ?? found.name) : undefined;
      calls.addCall({ id: found.id, name: found.name, args: found.args, place: here }, waitsFor);
    }
    if (found?.kind === 'result') used.push(calls.addResult(found.id, found.name, found.response, here));
  }
  used.push(...approvalsIn(record, place, calls));
  return used.filter((one) => one !== null);
}

/** The id that the sender gave to a message, if any. */
export const ownId = (record: RecordValue): string | undefined => textAt(record, 'messageId');

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
  if (value === undefined || !isRecord(value)) return undefined;
  const metadata = recordAt(value, 'metadata');
  const key = Object.keys(metadata).find((name) => name.endsWith('usage_metadata'));
  const usage = key === undefined ? undefined : metadata[key];
  if (usage === undefined || !isRecord(usage)) return undefined;
  const total = countAt(usage, 'total_token_count');
  const tokens = { ...geminiTokens(usage), ...(total !== undefined && { total }) };
  return Object.keys(tokens).length === 0 ? undefined : tokens;
}
