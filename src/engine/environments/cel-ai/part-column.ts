import type { History, TurnIndex } from '../../model/history.ts';
import type { FindingPattern } from '../../model/findings-table.ts';
import { parseInstant } from '../../model/instant.ts';
import { written } from '../../model/prefix.ts';
import { Found, type Category } from './detector.ts';
import { entriesAt, type Entry } from './entries.ts';

/**
 * Parts of the messages of a whole history, oldest first, or those of them that fit a filter. It only grows, or is cut where
 * the history changed, so that what a set of messages holds at a turn is a prefix of it.
 */
export class PartColumn {
  readonly entries: Entry[] = [];
  /** The turn of each entry. */
  readonly turns: number[] = [];
  /** The index of the first entry of each message, and its turn. */
  readonly starts: number[] = [];
  readonly startTurns: number[] = [];
  readonly #filters = new Map<string, PartColumn>();
  readonly #fits: (entry: Entry) => boolean;
  readonly #found = new Map<string, FoundColumn>();
  /** The number of entries of the wider column that were examined. */
  #seen = 0;

  constructor(fits: (entry: Entry) => boolean = () => true) {
    this.#fits = fits;
  }

  /** The entries that fit as well; `key` names the filter. */
  narrowed(key: string, fits: (entry: Entry) => boolean): PartColumn {
    const known = this.#filters.get(key);
    if (known !== undefined) return known;
    const made = new PartColumn(fits);
    this.#filters.set(key, made);
    made.#extend(this.entries);
    return made;
  }

  push(entry: Entry): void {
    const { length } = this.entries;
    if (this.entries[length - 1]?.message !== entry.message) {
      this.starts.push(length);
      this.startTurns.push(entry.turn);
    }
    this.entries.push(entry);
    this.turns.push(entry.turn);
  }

  /** Extends the filtered columns by what is new here. */
  extendFilters(): void {
    for (const column of this.#filters.values()) {
      column.#extend(this.entries);
    }
  }

  #extend(wider: readonly Entry[]): void {
    for (; this.#seen < wider.length; this.#seen++) {
      const entry = wider[this.#seen];
      if (entry !== undefined && this.#fits(entry)) this.push(entry);
    }
    this.extendFilters();
  }

  /** Removes what the turns from one on wrote. */
  shorten(from: TurnIndex, seen = 0): void {
    const length = written(this.turns, from - 1);
    const messages = written(this.startTurns, from - 1);
    this.entries.length = length;
    this.turns.length = length;
    this.starts.length = messages;
    this.startTurns.length = messages;
    this.#seen = Math.min(this.#seen, seen);
    for (const found of this.#found.values()) found.shorten(length);
    for (const column of this.#filters.values()) column.shorten(from, length);
  }

  /** The findings in the first `count` entries. */
  found(
    category: Category,
    label: string | null,
    count: number,
    hitsOf: (entry: Entry) => readonly FindingPattern[],
  ): Found {
    const key = JSON.stringify([category, label]);
    const column = this.#found.get(key) ?? new FoundColumn(new Found(category, label));
    this.#found.set(key, column);
    return column.at(this.entries, count, hitsOf);
  }
}

/** What was found so far, at each entry that added something. */
class FoundColumn {
  readonly #none: Found;
  readonly #at: number[] = [];
  readonly #found: Found[] = [];
  #seen = 0;

  constructor(none: Found) {
    this.#none = none;
  }

  at(entries: readonly Entry[], count: number, hitsOf: (entry: Entry) => readonly FindingPattern[]): Found {
    for (; this.#seen < count; this.#seen++) {
      const entry = entries[this.#seen];
      const before = this.#found.at(-1) ?? this.#none;
      const after = entry === undefined ? before : before.with(hitsOf(entry));
      if (after === before) continue;
      this.#at.push(this.#seen);
      this.#found.push(after);
    }
    return this.#found[written(this.#at, count - 1) - 1] ?? this.#none;
  }

  shorten(length: number): void {
    this.#seen = Math.min(this.#seen, length);
    while ((this.#at.at(-1) ?? -1) >= length) {
      this.#at.pop();
      this.#found.pop();
    }
  }
}

/** The column of all parts of a history, which follows its growth. */
export class HistoryParts {
  readonly all = new PartColumn();
  /** The number of changes of the history that it knows. */
  #changes = 0;
  /** The number of turns that were read. */
  #read = 0;
  #messages = 0;
  /** Turns whose times are known to ascend, and their times. */
  readonly #times: number[] = [];
  #isOrdered = true;

  /** `turns`: for each turn of the history, its number in the session; absent where both are the same. */
  update(history: History, turns: readonly TurnIndex[] | undefined): void {
    const { growth } = history;
    const changed = growth.since(this.#changes);
    if (changed < this.#read) this.#shorten(Math.max(0, changed), turns);
    this.#changes = growth.count;
    for (; this.#read < history.turns.length; this.#read++) {
      const made = entriesAt(history, this.#read, turns?.[this.#read] ?? this.#read, this.#messages);
      for (const entry of made) this.#add(entry);
      this.#messages = (made.at(-1)?.message ?? this.#messages - 1) + 1;
    }
    this.all.extendFilters();
  }

  #add(entry: Entry): void {
    const time = entry.at === undefined ? undefined : parseInstant(entry.at);
    if (time === undefined || time < (this.#times.at(-1) ?? -Infinity)) this.#isOrdered = false;
    this.#times.push(time ?? Number.NaN);
    this.all.push(entry);
  }

  #shorten(changed: number, turns: readonly TurnIndex[] | undefined): void {
    this.#read = changed;
    this.all.shorten(turns?.[changed] ?? changed);
    this.#times.length = this.all.entries.length;
    this.#isOrdered = this.#times.every((time, at) => time >= (this.#times[at - 1] ?? -Infinity));
  }

  /** The time of each entry in milliseconds, NaN where it is not known; null unless they ascend. */
  get ascending(): readonly number[] | null {
    return this.#isOrdered ? this.#times : null;
  }
}
