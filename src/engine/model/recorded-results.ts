import type { Invocation, TurnIndex } from './invocation.ts';
import { openJson } from './json-text.ts';
import { isList, isMap, Unknown, type Value } from './value.ts';

/** How rules see a result that is recorded as text: decided once per capability, or always the same. */
export type TextResults = 'by-capability' | 'text' | 'parsed';

/** How rules see a capability's results that are recorded as text, and why. */
export type TextReading =
  | { readonly kind: 'no-text' }
  /** Every result is a JSON object or list. */
  | { readonly kind: 'all-json' }
  /** The result at this turn is not JSON, so all stay text. */
  | { readonly kind: 'not-all-json'; readonly turn: TurnIndex };

/** The results of one capability. The first `parsedCount` of them are in `parsed`, where they are text. */
interface Column {
  readonly results: Invocation[];
  parsedCount: number;
  texts: number;
  firstOther: TurnIndex | null;
  /** How rules saw the results at last. */
  reading: TextReading['kind'] | undefined;
}

/**
 * The recorded results as rules see them: the one place where a result recorded as text may become a value. Importers
 * and systems keep such a text as it is, so that a saved session holds exactly what was recorded.
 *
 * The choice is made once for each capability of a session, over all its contexts: the texts are parsed only if every
 * result of the capability is a JSON object or list. A result that is recorded as an object or a list fulfils this; an empty text, a
 * number or null does not. Entries that are no results do not count: an error, a call that did not run, or a call whose
 * result is not recorded. An error's text is never parsed, and nothing is parsed twice.
 *
 * A text is parsed when a result of its capability is first read, not when the session is opened.
 */
export class RecordedResults {
  readonly #invocations: readonly Invocation[];
  readonly #columns = new Map<string, Column>();
  readonly #changed: () => void;
  #counted = 0;
  readonly #opened = new WeakMap<Invocation, Value>();

  /**
   * `invocations`: those of the whole session; the list may grow. `changed` is called when a new result changes how rules
   * see the earlier results.
   */
  constructor(invocations: readonly Invocation[], changed: () => void) {
    this.#invocations = invocations;
    this.#changed = changed;
  }

  /** Must be called before the latest invocation is removed or replaced. */
  forgetLatest(): void {
    const latest = this.#invocations.at(-1);
    if (latest === undefined || this.#counted < this.#invocations.length) return;
    this.#counted -= 1;
    if (!isResult(latest)) return;
    const column = this.#columnOf(latest.function);
    column.results.pop();
    if (typeof latest.output === 'string') column.texts -= 1;
    if (column.parsedCount <= column.results.length) return;
    // The first result that is not JSON was the last one that was parsed.
    column.parsedCount = column.results.length;
    column.firstOther = null;
  }

  /** Undefined where the recording does not say. */
  outputOf(invocation: Invocation, { textResults }: { readonly textResults: TextResults }): Value | undefined {
    const { output } = invocation;
    if (typeof output !== 'string' || textResults === 'text' || !isResult(invocation)) return output;
    if (textResults === 'by-capability' && this.readingOf(invocation.function).kind !== 'all-json') return output;
    return this.#open(invocation, output);
  }

  /** How the results of a capability look; `by-capability` follows it. */
  readingOf(key: string): TextReading {
    this.#count();
    const column = this.#columns.get(key);
    if (column === undefined) return noText;
    const reading = this.#readingOf(column);
    if (column.reading !== undefined && column.reading !== reading.kind) this.#changed();
    column.reading = reading.kind;
    return reading;
  }

  #readingOf(column: Column): TextReading {
    while (column.firstOther === null && column.parsedCount < column.results.length) {
      const invocation = column.results[column.parsedCount++];
      const output = invocation?.output;
      if (invocation === undefined || output === undefined || output instanceof Unknown) continue;
      const value = typeof output === 'string' ? this.#open(invocation, output) : output;
      if (!isList(value) && !isMap(value)) column.firstOther = invocation.turn;
    }
    if (column.texts === 0) return noText;
    return column.firstOther === null ? allJson : { kind: 'not-all-json', turn: column.firstOther };
  }

  #open(invocation: Invocation, text: string): Value {
    const known = this.#opened.get(invocation);
    if (known !== undefined) return known;
    const value = openJson(text);
    this.#opened.set(invocation, value);
    return value;
  }

  /** Counts the invocations that were added since the last call. */
  #count(): void {
    const { length } = this.#invocations;
    for (; this.#counted < length; this.#counted++) {
      const invocation = this.#invocations[this.#counted];
      if (invocation === undefined || !isResult(invocation)) continue;
      const column = this.#columnOf(invocation.function);
      column.results.push(invocation);
      if (typeof invocation.output === 'string') column.texts += 1;
    }
  }

  #columnOf(key: string): Column {
    const known = this.#columns.get(key);
    if (known !== undefined) return known;
    const column: Column = { results: [], parsedCount: 0, texts: 0, firstOther: null, reading: undefined };
    this.#columns.set(key, column);
    return column;
  }
}

/** Withheld results count: the capability did return them. */
const isResult = ({ outcome, output }: Invocation): boolean =>
  outcome === 'successful' || (outcome === 'restricted' && output !== null);

const noText: TextReading = { kind: 'no-text' };
const allJson: TextReading = { kind: 'all-json' };
