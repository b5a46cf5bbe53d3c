import { unreachable } from '../../../base/unreachable.ts';
import type { Path } from '../../model/path.ts';
import { Double, elementAt, isList, isRecord, type Value, valueAt } from '../../model/value.ts';
import { openArguments, openResult } from '../json-text.ts';
import { instantOfNanos, readInstant } from '../instants.ts';
import { counted, type Noting } from '../noting.ts';
import { isSame } from '../../model/equal.ts';
import { createPairing, type Pairing, type PlannedCall } from '../pairing.ts';
import type { CallResult, Step, Tokens } from '../transcript.ts';
import { scalarText } from './fields.ts';
import { isThere, kindOf } from './kind-of.ts';
import type { Mapping } from './mapping.ts';
import { outcomeBy } from './outcome.ts';
import { messageOf } from './text.ts';

/** The entries of one list of turns as steps of a transcript; `place` is the list's own. */
export function readTurns(entries: Value, place: Path, mapping: Mapping, noting: Noting): readonly Step[] {
  const pairing = createPairing(noting);
  if (isList(entries)) {
    for (let index = 0; index < entries.length; index++) {
      new Entry(elementAt(entries, index) ?? null, [...place, index], mapping, noting).read(pairing);
    }
  }
  return pairing.steps();
}

class Entry {
  readonly #entry: Value;
  readonly #place: Path;
  readonly #mapping: Mapping;
  readonly #noting: Noting;

  constructor(entry: Value, place: Path, mapping: Mapping, noting: Noting) {
    this.#entry = entry;
    this.#place = place;
    this.#mapping = mapping;
    this.#noting = noting;
  }

  read(pairing: Pairing): void {
    const { kind } = kindOf(this.#entry, this.#mapping);
    switch (kind) {
      case 'input':
        return this.#input(pairing);
      case 'llm':
        return this.#model(pairing);
      case 'call':
        return this.#call(pairing);
      case 'result':
        if (this.#results(pairing) === 0) this.#lost('result', 'no result could be found in them');
        return;
      case 'skip':
        return this.#skipped();
      default:
        return unreachable(kind);
    }
  }

  #input(pairing: Pairing): void {
    const results = this.#holdsResults() ? this.#results(pairing) : 0;
    const { text, asked } = this.#mapping;
    const message = this.#messageAt(text === null ? asked : text);
    if (message.length === 0 && results > 0) return;
    if (message.length === 0) this.#noteNoText();
    pairing.said({ message, at: this.#at(), place: this.#place });
  }

  #model(pairing: Pairing): void {
    const { text, asked } = this.#mapping;
    const question = this.#messageAt(asked);
    if (question.length > 0) pairing.said({ message: question, at: this.#at(), place: this.#place });
    const message = this.#messageAt(text);
    const calls = this.#asks() ? this.#calls() : [];
    if (message.length === 0 && calls.length === 0) {
      // A question that was not answered is no answer.
      if (question.length > 0) return;
      this.#noteNoText();
    }
    pairing.generated({ message, tokens: this.#tokens(), at: this.#at(), place: this.#place }, calls);
    if (this.#holdsResults()) this.#results(pairing);
  }

  /** Where calls are entries of their own, a model's entry is none of them. */
  #asks(): boolean {
    const { calls, kind } = this.#mapping;
    return calls.list.length > 0 || !tellsCalls(kind);
  }

  #call(pairing: Pairing): void {
    const calls = this.#calls();
    if (calls.length === 0) return this.#lost('call', 'no name of a call could be found in them');
    for (const call of calls) pairing.called(call);
  }

  #skipped(): void {
    const { field, value } = kindOf(this.#entry, this.#mapping);
    const isListed = field !== null;
    const said = value === undefined ? 'without a kind' : `of the kind “${value.slice(0, 40)}”`;
    this.#noting.note(
      isListed ? 'info' : 'lost',
      isListed ? `import/skipped ${value ?? ''}` : 'import/other-kind',
      this.#place,
      (n) =>
        isListed
          ? `${counted(n, 'entry', 'entries')} ${said}: left out, as the mapping says.`
          : `${counted(n, 'entry', 'entries')} of a kind that the mapping does not name: left out. The first is ${said}.`,
    );
  }

  /** A result stands in its call's own element, unless it names its call by a field of its own. */
  #isBeside(): boolean {
    const { calls, results } = this.#mapping;
    return isSame(calls.list, results.list) && (results.id === null || isSame(results.id, calls.id));
  }

  /** Messages may bring results along, in a list. */
  #holdsResults(): boolean {
    return this.#mapping.results.list.length > 0;
  }

  /** In a list of both, an element that names a call is the call, and what stands in it is that call's own. */
  #isCall(element: Value): boolean {
    const { name } = this.#mapping.calls;
    return this.#isBeside() && name !== null && isThere(scalarText(valueAt(element, name)));
  }

  #elements(list: Path): readonly { readonly element: Value; readonly place: Path }[] {
    if (list.length === 0) return [{ element: this.#entry, place: this.#place }];
    const found = valueAt(this.#entry, list);
    const place = [...this.#place, ...list];
    if (found === undefined || found === null) return [];
    // Some formats write a list of one as the one.
    if (!isList(found)) return isRecord(found) ? [{ element: found, place }] : [];
    return Array.from({ length: found.length }, (_, index) => ({
      element: elementAt(found, index) ?? null,
      place: [...place, index],
    }));
  }

  #calls(): PlannedCall[] {
    const { calls } = this.#mapping;
    const { name: namePath } = calls;
    if (namePath === null) return [];
    return this.#elements(calls.list).flatMap(({ element, place }) => {
      const name = scalarText(valueAt(element, namePath));
      if (name === undefined || name === '') return [];
      const given = calls.arguments === null ? undefined : valueAt(element, calls.arguments);
      const input = openArguments(given, place, this.#noting);
      const result = this.#isBeside() ? this.#result(element, place) : undefined;
      return [{ id: idIn(element, calls.id), name, input, place, ...(result !== undefined && { result }) }];
    });
  }

  #result(element: Value, place: Path): CallResult | undefined {
    const { results } = this.#mapping;
    const content = results.content === null ? undefined : valueAt(element, results.content);
    const flag = results.flag === null ? undefined : valueAt(element, results.flag);
    if (content === undefined && (flag === undefined || flag === null)) return undefined;
    const { outcome, reason } = outcomeBy(flag, results.flagSays);
    const output = typeof content === 'string' ? openResult(content, place, this.#noting) : content;
    const why = reason ?? (typeof content === 'string' ? content : undefined);
    return {
      outcome,
      output,
      ...(outcome !== 'ok' && why !== undefined && { reason: why }),
      at: this.#at(),
    };
  }

  /** How many there were. */
  #results(pairing: Pairing): number {
    const { results } = this.#mapping;
    let found = 0;
    for (const { element, place } of this.#elements(results.list)) {
      if (results.list.length > 0 && this.#isCall(element)) continue;
      const result = this.#result(element, place);
      if (result === undefined) continue;
      const name = results.name === null ? undefined : scalarText(valueAt(element, results.name));
      pairing.result({ id: idIn(element, results.id), name: name === '' ? undefined : name, place }, result);
      found += 1;
    }
    return found;
  }

  #messageAt(path: Path | null) {
    return path === null ? [] : messageOf(valueAt(this.#entry, path), [...this.#place, ...path], this.#noting);
  }

  #at(): string | undefined {
    const { time } = this.#mapping;
    const written = time === null ? undefined : valueAt(this.#entry, time);
    const place = [...this.#place, ...(time ?? [])];
    const count = written instanceof Double ? written.value : written;
    if (typeof count !== 'number' && typeof count !== 'bigint') return readInstant(count, place, this.#noting);
    return this.#sinceEpoch(Number(count), count, place);
  }

  /** Seconds of our age have ten digits, milliseconds thirteen, microseconds sixteen, nanoseconds nineteen. */
  #sinceEpoch(count: number, written: number | bigint, place: Path): string | undefined {
    if (count < 1e11) return readInstant(count, place, this.#noting);
    const [unit, seconds] =
      count < 1e14 ? ['milliseconds', count / 1e3] : count < 1e17 ? ['microseconds', count / 1e6] : ['nanoseconds', 0];
    this.#noting.note(
      'assumed',
      'import/epoch',
      place,
      (n) => `${counted(n, 'recorded time')} written as a large number: taken as ${unit} since 1970.`,
    );
    if (unit !== 'nanoseconds') return readInstant(seconds, place, this.#noting);
    return Number.isInteger(count) ? instantOfNanos(BigInt(written)) : undefined;
  }

  #tokens(): Tokens | undefined {
    const { tokens } = this.#mapping;
    const [prompt, completion] = [tokens.prompt, tokens.completion].map((path) =>
      path === null ? undefined : countIn(valueAt(this.#entry, path)),
    );
    if (prompt === undefined && completion === undefined) return undefined;
    if (prompt === undefined || completion === undefined) {
      this.#noting.note(
        'lost',
        'import/tokens',
        this.#place,
        (n) =>
          `${counted(n, 'entry', 'entries')} with one of the two token counts only: the turn’s tokens stay unknown.`,
      );
      return undefined;
    }
    return { prompt, completion };
  }

  #noteNoText(): void {
    this.#noting.note(
      'assumed',
      'import/no-text',
      this.#place,
      (n) => `${counted(n, 'turn')} without a text where the mapping looks for it: the message is empty.`,
    );
  }

  #lost(noun: 'call' | 'result', why: string): void {
    this.#noting.note(
      'lost',
      `import/no-${noun}-read`,
      this.#place,
      (n) => `${counted(n, 'entry', 'entries')} that should be a ${noun}: left out, because ${why}.`,
    );
  }
}

const tellsCalls = ({ tests, otherwise }: Mapping['kind']): boolean =>
  otherwise === 'call' ||
  tests.some((test) => test.otherwise === 'call' || test.values.some(({ kind }) => kind === 'call'));

const idIn = (element: Value, path: Path | null): string | undefined =>
  path === null ? undefined : scalarText(valueAt(element, path));

function countIn(value: Value | undefined): number | undefined {
  const count = value instanceof Double ? value.value : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
