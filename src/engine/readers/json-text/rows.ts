import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { Fault } from '../fault.ts';
import type { Lines } from '../lines.ts';
import { Located } from '../located.ts';
import { Notebook } from '../notebook.ts';
import { locatedJson, readJsonPart } from './read.ts';
import type { WhenCutOff } from './repair.ts';

/** JSON values of a text, each alone in its range. There may be half a million of them: two offsets each, no object. */
export class JsonRows {
  readonly values: Value[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #text: string;
  readonly #alone: Pick<Fault, 'expected' | 'advice'>;

  /** `alone`: why nothing may follow a value in its range. */
  constructor(text: string, alone: Pick<Fault, 'expected' | 'advice'>) {
    this.#text = text;
    this.#alone = alone;
  }

  /** Adds the value in a range; the fault when it cannot be read. */
  read(range: TextRange, notebook: Notebook, whenCutOff: WhenCutOff): Fault | undefined {
    const read = readJsonPart(this.#text, range, notebook, whenCutOff, this.#alone);
    if ('fault' in read) return read.fault;
    this.values.push(read.value);
    this.#starts.push(range.start);
    this.#ends.push(range.end);
    return undefined;
  }

  /** The list of the values. A row is read again when a place in it is looked up. */
  located(lines: Lines): Located {
    const whole = { start: this.#starts[0] ?? 0, end: this.#ends.at(-1) ?? 0 };
    return new Located(this.values, whole, ([index, ...path]) => {
      if (index === undefined) return whole;
      const start = typeof index === 'number' ? this.#starts[index] : undefined;
      if (start === undefined) return null;
      const range = { start, end: this.#ends[Number(index)] ?? start };
      const read = readJsonPart(this.#text, range, new Notebook(lines), 'keep', this.#alone);
      return 'fault' in read ? null : locatedJson(read).locate(path);
    });
  }
}
