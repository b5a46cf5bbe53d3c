import { ok } from '../../base/result.ts';
import { withoutCredentials } from '../importing/credentials.ts';
import type { Read, SessionEntry } from '../importing/importer.ts';
import { elementsOf } from '../importing/values/elements.ts';
import type { Value } from '../model/value.ts';
import { Lines } from '../readers/lines.ts';
import type { System } from '../systems/system.ts';
import { readLines, wholeDocument, withPlaces, type AddedText } from './added-text.ts';
import type { OpenText } from './open-text.ts';
import { growthsOf, type Alone, type SessionBefore, type SessionGrowth } from './session-growths.ts';

/** Number of records that are imported together with new ones: at least these, and at most twice as many. */
const fewestRecords = 128;

/**
 * A text of JSON Lines that grows. New records are imported together with the latest ones before them, and what they change
 * there is changed in the sessions of the whole text: the cost does not depend on the length of the text.
 *
 * A new record may depend on one that is further back. This is noticed where the latest records do not give the known events,
 * and where a result has no call among them, but not everywhere: the whole text must be read again now and then.
 */
export class GrowingText {
  readonly #base: OpenText;
  readonly #read: Read;
  readonly #system: System;
  readonly #fewest: number;
  readonly #added: AddedText[] = [];
  #text: string;
  /** The beginning of a line that is still being written. */
  #rest = '';
  #endsLine: boolean;
  #entries: readonly SessionEntry[];
  #latest: Latest;
  /** What the latest records give by themselves; null when it has not been read. */
  #alone: readonly Alone[] | null = null;

  /** Null for a text that can only be read as a whole. */
  static of(base: OpenText, system: System, fewest = fewestRecords): GrowingText | null {
    const { document, entries } = base;
    const isCut = document.notes.some(({ code }) => code === 'reader/cut-off');
    if (document.syntax !== 'jsonl' || document.partOf !== undefined || isCut) return null;
    return entries.every((entry) => entry.system === system.id) ? new GrowingText(base, system, fewest) : null;
  }

  private constructor(base: OpenText, system: System, fewest: number) {
    const { document, importer, read, entries } = base;
    [this.#base, this.#read, this.#system, this.#fewest] = [base, read, system, fewest];
    this.#text = document.text;
    this.#endsLine = document.text.endsWith('\n');
    this.#entries = entries;
    const [first = null, ...others] = elementsOf(document.value);
    const head = importer.withoutEvents?.(first);
    this.#latest =
      head === undefined
        ? { head: first, records: [first, ...others], before: 0 }
        : { head, records: others, before: 1 };
  }

  get length(): number {
    return this.#text.length + this.#rest.length;
  }

  get isWithinLine(): boolean {
    return this.#rest !== '';
  }

  /** The text so far. A session that was changed is open, so its entry is not asked for it again. */
  get opened(): OpenText {
    const document = wholeDocument(this.#base.document, this.#text, this.#added);
    return { ...this.#base, document, lines: new Lines(this.#text), entries: this.#entries };
  }

  /** Adds text. Null if the whole must be read instead: then this object is of no further use. */
  async add(text: string, sessionBefore: SessionBefore): Promise<readonly SessionGrowth[] | null> {
    const lines = this.#wholeLines(text);
    if (lines.trim() === '') {
      this.#text += lines;
      this.#endsLine ||= lines !== '';
      return [];
    }
    const document = this.#endsLine || /^\r?\n/.test(lines) ? readLines(lines) : null;
    if (document === null) return null;
    if (this.#latest.records.length > 2 * this.#fewest) this.#forget();
    const { records, before } = this.#latest;
    const latest = { ...this.#latest, records: [...records, ...elementsOf(document.value)] };
    const was = this.#alone ?? this.#readAlone(this.#latest);
    const now = this.#readAlone(latest);
    const count = before + records.length;
    const growths = was && now && (await growthsOf({ was, now, count, entries: this.#entries.length }, sessionBefore));
    if (growths === null) return null;
    this.#added.push({ records: count, start: this.#text.length, document });
    this.#text += lines;
    this.#endsLine = lines.endsWith('\n');
    const entries = [...this.#entries];
    for (const { known, entry } of now ?? []) if (known?.isWhole === true) entries[known.entry] = entry;
    this.#entries = entries;
    [this.#latest, this.#alone] = [latest, now];
    return growths;
  }

  /** Leaves out all but the latest records. */
  #forget(): void {
    const { head, records, before } = this.#latest;
    const left = records.length - this.#fewest;
    this.#latest = { head, records: records.slice(left), before: before + left };
    this.#alone = null;
  }

  /** The whole lines of what has arrived. The rest waits for the end of its line, unless it is a record by itself. */
  #wholeLines(text: string): string {
    const arrived = this.#rest + text;
    const end = arrived.lastIndexOf('\n') + 1;
    const rest = arrived.slice(end);
    const isWhole = rest === '' || readLines(rest) !== null;
    this.#rest = isWhole ? '' : rest;
    return isWhole ? arrived : arrived.slice(0, end);
  }

  #readAlone({ head, records, before }: Latest): readonly Alone[] | null {
    const value = before === 0 ? records : [head, ...records];
    const imported = this.#read({ ...this.#base.document, text: '', value, notes: [], gaps: [], locate: () => null });
    if (!imported.ok) return null;
    const alone: Alone[] = [];
    for (const entry of imported.value.sessions) {
      const read = entry.open();
      if (!read.ok || read.value.session.system !== this.#system.id) return null;
      const placed = withPlaces(read.value, before);
      const session = this.#system.check(withoutCredentials(placed.session));
      if (!session.ok) return null;
      const { title, system } = entry;
      alone.push({
        session: session.value,
        sources: placed.sources,
        entry: { title, system, open: () => ok(placed) },
        known: null,
      });
    }
    return alone;
  }
}

/** The latest records of a text. */
interface Latest {
  /** The first record of the text, which often has the facts about all. It is imported, too. */
  readonly head: Value;
  readonly records: readonly Value[];
  /** Number of records before them. */
  readonly before: number;
}
