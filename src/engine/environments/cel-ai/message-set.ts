import type { TurnIndex } from '../../model/history.ts';
import { parseInstant } from '../../model/instant.ts';
import { below, type Path } from '../../model/path.ts';
import { Prefix, written, type Cursor } from '../../model/prefix.ts';
import { ListView, MapView, Unknown, type Timestamp, type Value } from '../../model/value.ts';
import { findingsIn, type Category, type Found } from './detector.ts';
import type { Entry } from './entries.ts';
import type { HistoryParts, PartColumn } from './part-column.ts';
import { AgentMessage, kindOf, mimeOf, partOf, resultTypeOf } from './parts.ts';
import type { Reading } from './reading.ts';

/**
 * `AgentMessageSet`: messages that are narrowed step by step. A message stays in the set with those of its parts that fit. It
 * has no fields; it shows its messages where a value is printed.
 */
export abstract class MessageSet extends MapView {
  readonly reading: Reading;
  readonly path: Path;

  constructor(reading: Reading, path: Path) {
    super();
    this.reading = reading;
    this.path = path;
  }

  /** The parts of all messages, oldest first. */
  abstract get parts(): ListView;
  abstract get messages(): ListView;
  protected abstract narrowed(key: string, fits: (entry: Entry) => boolean): MessageSet;
  /** Messages at or after a time, and at or before one; in milliseconds. */
  abstract within(from: number, to: number): MessageSet | Unknown;
  /** Null where no findings table is given. */
  abstract found(category: Category, label: string | null): Found | null;

  role(role: string): MessageSet {
    return this.narrowed(`role ${role}`, (entry) => entry.role === role);
  }

  toolCalls(name: string): MessageSet {
    return this.narrowed(`tool ${name}`, ({ source }) => source.kind === 'call' && source.invocation.function === name);
  }

  prompts(): MessageSet {
    return this.narrowed('prompts', (entry) => kindOf(entry) === 'prompt');
  }

  /** The original compares the type in its documents, and the MIME type in its code. */
  resultType(type: string): MessageSet {
    const { reading } = this;
    return this.narrowed(`result ${type}`, (entry) => isOfType(entry, type, reading));
  }

  findings(category: Category, label: string | null): Value | null {
    return this.found(category, label)?.value ?? null;
  }

  override get(key: string): Value | undefined {
    return key === 'messages' ? this.messages : undefined;
  }

  override keys(): readonly string[] {
    return ['messages'];
  }
}

function isOfType(entry: Entry, type: string, reading: Reading): boolean {
  const { source } = entry;
  if (source.kind === 'call') {
    const own = resultTypeOf(source.invocation, reading);
    return own !== undefined && (own === type || mimeOf(own) === type);
  }
  const kind = kindOf(entry);
  const content = partOf(entry, [], reading).get(kind);
  return content instanceof MapView && (content.get('type') === type || content.get('mime_type') === type);
}

/** The messages of the history up to the cursor, or of a span of its turns. */
export class HistorySet extends MessageSet {
  readonly #whole: HistoryParts;
  readonly #column: PartColumn;
  readonly #cursor: Cursor;
  readonly #prefix: Prefix;
  readonly #messages: Prefix;
  readonly #from: TurnIndex;
  readonly #narrowed = new Map<string, HistorySet>();

  constructor(reading: Reading, path: Path, whole: HistoryParts, cursor: Cursor, column = whole.all, from = 0) {
    super(reading, path);
    this.#whole = whole;
    this.#column = column;
    this.#cursor = cursor;
    this.#from = from;
    this.#prefix = new Prefix(cursor, column.turns);
    this.#messages = new Prefix(cursor, column.startTurns);
  }

  override get parts(): ListView {
    const { entries, turns } = this.#column;
    const { reading } = this;
    const path: Path = ['agent.history.parts()'];
    const read = (at: number, index: number) => {
      const entry = entries[at];
      return entry === undefined ? null : partOf(entry, below(path, index), reading);
    };
    return new Span(this.#prefix, entries, written(turns, this.#from - 1), read);
  }

  override get messages(): ListView {
    const { entries, starts, startTurns } = this.#column;
    const { reading } = this;
    const path: Path = ['agent.history.messages()'];
    const read = (at: number, index: number) =>
      new AgentMessage(entries.slice(starts[at], starts[at + 1]), below(path, index), reading);
    return new Span(this.#messages, starts, written(startTurns, this.#from - 1), read);
  }

  protected override narrowed(key: string, fits: (entry: Entry) => boolean): MessageSet {
    const known = this.#narrowed.get(key);
    if (known !== undefined) return known;
    const column = this.#column.narrowed(key, fits);
    const made = new HistorySet(this.reading, this.path, this.#whole, this.#cursor, column, this.#from);
    this.#narrowed.set(key, made);
    return made;
  }

  override within(from: number, to: number): MessageSet | Unknown {
    const times = this.#whole.ascending;
    const { all } = this.#whole;
    if (times === null) return new FixedSet(this.reading, this.path, this.#entries()).within(from, to);
    const first = from === -Infinity ? 0 : (all.turns[firstWhere(times, (time) => time >= from)] ?? Infinity);
    const beyond = all.turns[firstWhere(times, (time) => time > to)];
    const cursor: Cursor = { turn: Math.min(this.#cursor.turn, beyond === undefined ? Infinity : beyond - 1) };
    return new HistorySet(this.reading, this.path, this.#whole, cursor, this.#column, Math.max(this.#from, first));
  }

  get count(): number {
    return this.#prefix.length;
  }

  /** A part as it was recorded. */
  entryAt(index: number): Entry | undefined {
    return this.#column.entries[index];
  }

  #entries(): readonly Entry[] {
    return this.#column.entries.slice(written(this.#column.turns, this.#from - 1), this.#prefix.length);
  }

  override found(category: Category, label: string | null): Found | null {
    const { hitsOf } = this.reading;
    if (hitsOf !== null && this.#from === 0) return this.#column.found(category, label, this.#prefix.length, hitsOf);
    return findingsIn(this.#entries(), category, label, this.reading);
  }
}

/** The first index where a condition holds that holds at all later ones. */
function firstWhere(times: readonly number[], holds: (time: number) => boolean): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(times[middle] ?? Number.NaN)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Some messages, as they are. */
export class FixedSet extends MessageSet {
  readonly #entries: readonly Entry[];

  constructor(reading: Reading, path: Path, entries: readonly Entry[]) {
    super(reading, path);
    this.#entries = entries;
  }

  override get parts(): ListView {
    const { reading } = this;
    return new Plain(this.#entries, (entry, index) => partOf(entry, below(below(this.path, 'parts'), index), reading));
  }

  override get messages(): ListView {
    const messages = new Map<number, Entry[]>();
    for (const entry of this.#entries) messages.set(entry.message, [...(messages.get(entry.message) ?? []), entry]);
    return new Plain([...messages.values()], (entries) => new AgentMessage(entries, this.path, this.reading));
  }

  protected override narrowed(_key: string, fits: (entry: Entry) => boolean): MessageSet {
    return new FixedSet(this.reading, this.path, this.#entries.filter(fits));
  }

  override within(from: number, to: number): MessageSet | Unknown {
    const times = this.#entries.map(({ at }) => (at === undefined ? undefined : parseInstant(at)));
    if (times.includes(undefined)) return new Unknown([below(this.path, 'time')]);
    const fits = (time: number | undefined) => time !== undefined && time >= from && time <= to;
    return new FixedSet(
      this.reading,
      this.path,
      this.#entries.filter((_entry, at) => fits(times[at])),
    );
  }

  override found(category: Category, label: string | null): Found | null {
    return findingsIn(this.#entries, category, label, this.reading);
  }
}

/** A prefix of a growing column without its first elements. Only a whole prefix can be folded. */
class Span extends ListView {
  override readonly column: object | null;
  readonly #prefix: Prefix;
  readonly #first: number;
  readonly #read: (at: number, index: number) => Value;

  constructor(prefix: Prefix, column: object, first: number, read: (at: number, index: number) => Value) {
    super();
    this.#prefix = prefix;
    this.#first = first;
    this.#read = read;
    this.column = first === 0 ? column : null;
  }

  override get length(): number {
    return Math.max(0, this.#prefix.length - this.#first);
  }

  override at(index: number): Value {
    return this.#read(this.#first + index, index);
  }

  override writtenBefore(turn: TurnIndex): number {
    return this.#prefix.before(turn);
  }
}

class Plain<E> extends ListView {
  readonly #elements: readonly E[];
  readonly #read: (element: E, index: number) => Value;

  constructor(elements: readonly E[], read: (element: E, index: number) => Value) {
    super();
    this.#elements = elements;
    this.#read = read;
  }

  override get length(): number {
    return this.#elements.length;
  }

  override at(index: number): Value {
    const element = this.#elements[index];
    return element === undefined ? null : this.#read(element, index);
  }
}

/** A time as milliseconds, for comparing with recorded times. */
export const millisecondsOf = ({ seconds, nanos }: Timestamp): number => Number(seconds) * 1000 + nanos / 1_000_000;
