import { unreachable } from '../../../base/unreachable.ts';
import type { Path } from '../../model/path.ts';
import { Double, isRecord, type Value } from '../../model/value.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { isSame } from '../../model/equal.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import {
  type CallResult,
  type TranscriptEntry,
  type RecordedTokens,
  recordedTokens,
} from '../../importing/transcript/transcript.ts';
import { elementsAt, entriesInOrder, holds, type PlacedEntry, placedAt, placeIn, type Recorded } from './entries.ts';
import { find, isThere, kindOf, messageOf, scalarText, valueBy, valueInText, withoutWrapping } from './entry-values.ts';
import type { Mapping } from './mapping.ts';
import { outcomeBy } from './outcome.ts';
import { timeOf } from './times.ts';

/** The first entries of a session as steps of a transcript. */
export function readTurns(
  session: Recorded,
  mapping: Mapping,
  report: ImportReport,
  most: number,
): readonly TranscriptEntry[] {
  const matcher = createCallMatcher(report);
  let read = 0;
  for (const entry of entriesInOrder(session, mapping)) {
    if (read++ >= most) {
      noteCut(most, entry.place, report);
      break;
    }
    new Entry(entry, mapping, report).read(matcher);
  }
  return matcher.entries();
}

const noteCut = (most: number, place: Path, report: ImportReport): void =>
  report.note('info', 'import/first-entries', place, () => `Only the first ${most} entries were looked at.`);

class Entry {
  readonly #placed: PlacedEntry;
  readonly #entry: Value;
  readonly #place: Path;
  readonly #mapping: Mapping;
  readonly #report: ImportReport;

  constructor(placed: PlacedEntry, mapping: Mapping, report: ImportReport) {
    this.#placed = placed;
    this.#entry = placed.value;
    this.#place = placed.place;
    this.#mapping = mapping;
    this.#report = report;
  }

  read(matcher: CallMatcher): void {
    const { kind } = kindOf(this.#entry, this.#mapping);
    switch (kind) {
      case 'input':
        return this.#input(matcher);
      case 'llm':
        return this.#model(matcher);
      case 'call':
        return this.#call(matcher);
      case 'result':
        if (this.#results(matcher) === 0) this.#lost('result', 'no result could be found in them');
        return;
      case 'skip':
        return this.#skipped();
      default:
        return unreachable(kind);
    }
  }

  #input(matcher: CallMatcher): void {
    const results = this.#holdsResults() ? this.#results(matcher) : 0;
    const said = this.#said();
    const message = said.length === 0 ? this.#messageAt(this.#mapping.asked) : said;
    if (message.length === 0 && (results > 0 || this.#onlyHolds())) return;
    if (message.length === 0) this.#noteNoText();
    matcher.addInput({ message, at: this.#at(), place: this.#place });
  }

  #model(matcher: CallMatcher): void {
    const question = this.#messageAt(this.#mapping.asked);
    if (question.length > 0) matcher.addInput({ message: question, at: this.#at(), place: this.#place });
    const message = this.#said();
    const calls = this.#mayHaveCalls() ? this.#calls() : [];
    if (message.length === 0 && calls.length === 0) {
      // A question without an answer makes no model turn.
      if (question.length > 0 || this.#onlyHolds()) return;
      this.#noteNoText();
    }
    matcher.addModelTurn({ message, tokens: this.#tokens(), at: this.#at(), place: this.#place }, calls);
    if (this.#holdsResults()) this.#results(matcher);
  }

  /** Where calls are separate entries, a model's entry contains no call. */
  #mayHaveCalls(): boolean {
    const { calls, kind } = this.#mapping;
    return calls.list.length > 0 || !decidesCalls(kind);
  }

  #call(matcher: CallMatcher): void {
    const calls = this.#calls();
    if (calls.length === 0) return this.#lost('call', 'no name of a call could be found in them');
    for (const call of calls) matcher.addCall(call);
  }

  #skipped(): void {
    const { field, value } = kindOf(this.#entry, this.#mapping);
    const isListed = field !== null;
    if (!isListed && this.#onlyHolds()) return;
    const said = value === undefined ? 'without a kind' : `of the kind “${value.slice(0, 40)}”`;
    this.#report.note(
      isListed ? 'info' : 'lost',
      isListed ? `import/skipped ${value ?? ''}` : 'import/other-kind',
      this.#place,
      (n) =>
        isListed
          ? `${counted(n, 'entry', 'entries')} ${said}: left out, as the mapping says.`
          : `${counted(n, 'entry', 'entries')} of a kind that the mapping does not name: left out. The first is ${said}.`,
    );
  }

  /** An entry without its own text that contains other entries makes no turn. */
  #onlyHolds(): boolean {
    const { inside } = this.#mapping;
    if (inside === null || !holds(this.#entry, inside)) return false;
    this.#report.note(
      'info',
      'import/only-holds',
      this.#place,
      (n) => `${counted(n, 'entry', 'entries')} without a text of their own: only the entries inside them make turns.`,
    );
    return true;
  }

  /** A result is in the element of its call, unless a field of the result identifies the call. */
  #isBeside(): boolean {
    const { calls, results } = this.#mapping;
    return (
      isSame(calls.list, results.list) &&
      (results.id === null || isSame(results.id, calls.id)) &&
      // The field that contains the call is not its result: in some entries `value` is the call, in others the result.
      !isWithin(calls.name, results.content)
    );
  }

  /** Messages may contain results, in a list. */
  #holdsResults(): boolean {
    return this.#mapping.results.list.length > 0;
  }

  /** In a list of calls and results, an element that names a call is the call, and the result in it belongs to that call. */
  #isCall(element: Value): boolean {
    const { name } = this.#mapping.calls;
    return this.#isBeside() && name !== null && isThere(scalarText(valueBy(element, name)));
  }

  /** `own`: a field that distinguishes an element from a record of elements. */
  #elements(list: Path, own: Path | null): readonly PlacedEntry[] {
    if (list.length === 0) return [this.#placed];
    const whole = placedAt(this.#placed, list);
    if (whole === undefined) return [];
    // Some formats write a list with one element as that element.
    const isOne = isRecord(whole.value) && own !== null && valueBy(whole.value, own) !== undefined;
    return isOne ? [whole] : [...elementsAt(this.#placed, list)];
  }

  #calls(): RequestedCall[] {
    const { calls } = this.#mapping;
    const { name: namePath } = calls;
    if (namePath === null) return [];
    return this.#elements(calls.list, namePath).flatMap(({ value: element, place }) => {
      const name = scalarText(valueBy(element, namePath));
      if (name === undefined || name === '') return [];
      const rawArguments = calls.arguments === null ? undefined : valueBy(element, calls.arguments);
      const opened = typeof rawArguments === 'string' ? valueInText(rawArguments) : undefined;
      const input = opened ?? openArguments(rawArguments, place, this.#report);
      const result = this.#isBeside() ? this.#result(element) : undefined;
      return [{ id: idIn(element, calls.id), name, input, place, ...(result !== undefined && { result }) }];
    });
  }

  #result(element: Value): CallResult | undefined {
    const { results } = this.#mapping;
    const content = results.content === null ? undefined : valueBy(element, results.content);
    const flag = results.flag === null ? undefined : valueBy(element, results.flag);
    if (content === undefined && (flag === undefined || flag === null)) return undefined;
    const { outcome, reason } = outcomeBy(flag, results.ends);
    const why = reason ?? (typeof content === 'string' ? content : undefined);
    return {
      outcome,
      output: typeof content === 'string' ? withoutWrapping(content) : content,
      ...(outcome !== 'ok' && why !== undefined && { reason: why }),
      at: this.#at(),
    };
  }

  /** The total number of entries. */
  #results(matcher: CallMatcher): number {
    const { results } = this.#mapping;
    let found = 0;
    for (const { value: element, place } of this.#elements(results.list, results.content ?? results.flag)) {
      if (results.list.length > 0 && this.#isCall(element)) continue;
      const result = this.#result(element);
      if (result === undefined) continue;
      const name = results.name === null ? undefined : scalarText(valueBy(element, results.name));
      matcher.addResult({ id: idIn(element, results.id), name: name === '' ? undefined : name, place }, result);
      found += 1;
    }
    return found;
  }

  #said() {
    const { text, orText } = this.#mapping;
    for (const path of [text, ...orText]) {
      const message = this.#messageAt(path);
      if (message.length > 0) return message;
    }
    return [];
  }

  #messageAt(path: Path | null) {
    const found = path === null ? undefined : find(this.#entry, path);
    if (found === undefined) return [];
    return messageOf(found.value, placeIn(this.#placed, found), this.#report);
  }

  #at(): string | undefined {
    const { time } = this.#mapping;
    const found = time === null ? undefined : find(this.#entry, time);
    if (found === undefined) return undefined;
    return timeOf(found.value, placeIn(this.#placed, found), this.#report);
  }

  #tokens(): RecordedTokens | undefined {
    const { tokens } = this.#mapping;
    const [prompt, completion] = [tokens.prompt, tokens.completion].map((path) =>
      path === null ? undefined : countIn(valueBy(this.#entry, path)),
    );
    return recordedTokens(prompt, completion);
  }

  #noteNoText(): void {
    this.#report.note(
      'assumed',
      'import/no-text',
      this.#place,
      (n) => `${counted(n, 'turn')} without a text where the mapping looks for it: the message is empty.`,
    );
  }

  #lost(noun: 'call' | 'result', why: string): void {
    this.#report.note(
      'lost',
      `import/no-${noun}-read`,
      this.#place,
      (n) => `${counted(n, 'entry', 'entries')} that should be a ${noun}: left out, because ${why}.`,
    );
  }
}

const decidesCalls = ({ tests, otherwise }: Mapping['kind']): boolean =>
  otherwise === 'call' ||
  tests.some((test) => test.otherwise === 'call' || test.values.some(({ kind }) => kind === 'call'));

const isWithin = (path: Path | null, above: Path | null): boolean =>
  path !== null && above !== null && path.length > above.length && isSame(path.slice(0, above.length), above);

const idIn = (element: Value, path: Path | null): string | undefined =>
  path === null ? undefined : scalarText(valueBy(element, path));

/** A table column with an empty cell often writes the other cells as `12.0`. */
function countIn(value: Value | undefined): number | undefined {
  const written = value instanceof Double ? value.value : value;
  const count = typeof written === 'string' && /^\d{1,15}(?:\.0)?$/.test(written) ? Number(written) : written;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
