import { maxPlaces, type Note } from '../model/problem.ts';
import { excerpt, formatPosition, type Lines } from './lines.ts';

interface Entry {
  readonly severity: Note['severity'];
  readonly code: string;
  readonly message: string;
  readonly offset: number;
  readonly further: number[];
  times: number;
}

/** Number of different messages of one code that are kept; the rest is counted. */
const sentencesPerCode = 20;

/**
 * Collects the repairs and assumptions of a reader. The same message twice is one note with a count, placed at the
 * first.
 */
export class Notebook {
  readonly #lines: Lines;
  /** Made at the first note: most attempts at a value have none. */
  #entries: Map<string, Entry> | undefined;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  add(severity: Note['severity'], code: string, message: string, offset: number): void {
    const key = `${code}\n${message}`;
    this.#entries ??= new Map();
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.times += 1;
      if (known.further.length < maxPlaces) known.further.push(offset);
      return;
    }
    const sentences = [...this.#entries.values()].filter((entry) => entry.code === code).length + 1;
    if (sentences <= sentencesPerCode)
      this.#entries.set(key, { severity, code, message, offset, further: [], times: 1 });
    else this.add(severity, `${code}/more`, moreOf(code), offset);
  }

  /** An empty one for the same text, for an attempt that may fail. */
  fresh(): Notebook {
    return new Notebook(this.#lines);
  }

  absorb(other: Notebook): void {
    for (const { severity, code, message, offset, further, times } of other.#entries?.values() ?? []) {
      for (let count = 0; count < times; count++) this.add(severity, code, message, further[count - 1] ?? offset);
    }
  }

  place(offset: number): string {
    return formatPosition(this.#lines.positionOf(offset));
  }

  /** In the order of the text. */
  notes(): readonly Note[] {
    return [...(this.#entries?.values() ?? [])]
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ severity, code, message, offset, further, times }) => ({
        severity,
        code,
        message: times === 1 ? message : `${message} (${times} times; the place is the first)`,
        place: this.place(offset),
        ...(further.length > 0 && { alsoAt: further.map((other) => this.place(other)) }),
      }));
  }
}

const moreOf = (code: string) => `More of the same kind (${code}) follow and are not listed.`;

export const duplicateMessage = (name: string): string =>
  `The key "${excerpt(name, { start: 0, end: name.length })}" occurs twice in one object: the last one counts.`;
