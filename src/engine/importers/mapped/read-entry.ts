import { unreachable } from '../../../base/unreachable.ts';
import type { Part } from '../../importing/content/content.ts';
import { counted, info, type ImportReport, lost, notesOf } from '../../importing/import-report.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import type { MessageResult } from '../../importing/messages/any-message-parts.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type CallResult, recordedTokens } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsAt, holds, type PlacedEntry, placedAt, placeIn } from './entries.ts';
import {
  type DecidedKind,
  find,
  isThere,
  kindOf,
  messageOf,
  scalarText,
  valueBy,
  valueInText,
  withoutWrapping,
} from './entry-values.ts';
import type { Mapping } from './mapping.ts';
import { outcomeBy } from './outcome.ts';
import { timeOf } from './times.ts';

interface Spot {
  readonly mapping: Mapping;
  readonly report: ImportReport;
}

/** The messages that the mapping finds in one entry of the turns; none if it was noted and left out. */
export function readEntry(entry: PlacedEntry, spot: Spot): readonly NormalizedMessage[] {
  const { mapping, report } = spot;
  const decided = kindOf(entry.value, mapping);
  const { kind } = decided;
  switch (kind) {
    case 'input':
      return inputIn(entry, spot);
    case 'llm':
      return answerIn(entry, spot);
    case 'call': {
      const calls = callsIn(entry, spot);
      if (calls.length === 0) notes['no-call-read'](entry.place, report);
      return [{ role: 'calls', parts: [], calls, place: entry.place }];
    }
    case 'result': {
      const results = resultsIn(entry, spot);
      if (results.length === 0) notes['no-result-read'](entry.place, report);
      return [{ role: 'results', parts: [], results, place: entry.place }];
    }
    case 'skip':
      if (decided.field !== null || !isOnlyHolder(entry, spot)) noteSkipped(decided, entry, report);
      return [];
    default:
      return unreachable(kind);
  }
}

function inputIn(entry: PlacedEntry, spot: Spot): readonly NormalizedMessage[] {
  const results = resultsAmong(entry, spot);
  const said = textIn(entry, spot);
  const parts = said.length === 0 ? partsAt(spot.mapping.asked, entry, spot) : said;
  if (parts.length === 0 && results.length > 0) return [{ role: 'results', parts, results, place: entry.place }];
  if (parts.length === 0) {
    if (isOnlyHolder(entry, spot)) return [];
    notes['no-text'](entry.place, spot.report);
  }
  return [{ role: 'user', parts, results, at: timeIn(entry, spot), place: entry.place }];
}

function answerIn(entry: PlacedEntry, spot: Spot): readonly NormalizedMessage[] {
  const { mapping, report } = spot;
  const { place } = entry;
  const asked = partsAt(mapping.asked, entry, spot);
  const question: readonly NormalizedMessage[] =
    asked.length === 0 ? [] : [{ role: 'user', parts: asked, at: timeIn(entry, spot), place }];
  const parts = textIn(entry, spot);
  const calls = mayHaveCalls(mapping) ? callsIn(entry, spot) : [];
  if (parts.length === 0 && calls.length === 0) {
    // A question without an answer makes no model turn.
    if (question.length > 0 || isOnlyHolder(entry, spot)) return question;
    notes['no-text'](place, report);
  }
  const results = resultsAmong(entry, spot);
  const [prompt, completion] = [mapping.tokens.prompt, mapping.tokens.completion].map((path) =>
    countIn(valueAt(path, entry.value)),
  );
  const tokens = recordedTokens(prompt, completion);
  return [...question, { role: 'assistant', parts, calls, results, tokens, at: timeIn(entry, spot), place }];
}

/** Where calls are separate entries, a model's entry contains no call. */
const mayHaveCalls = ({ calls, kind: { tests, otherwise } }: Mapping): boolean =>
  calls.list.length > 0 ||
  !(
    otherwise === 'call' ||
    tests.some((test) => test.otherwise === 'call' || test.values.some(({ kind }) => kind === 'call'))
  );

/** An entry without its own text that contains other entries makes no turn. */
function isOnlyHolder({ value, place }: PlacedEntry, { mapping: { inside }, report }: Spot): boolean {
  if (inside === null || !holds(value, inside)) return false;
  notes['only-holds'](place, report);
  return true;
}

/** A result is in the element of its call, unless a field of the result identifies the call. */
const isBeside = ({ calls, results }: Mapping): boolean =>
  isSame(calls.list, results.list) &&
  (results.id === null || isSame(results.id, calls.id)) &&
  // The field that contains the call is not its result: in some entries `value` is the call, in others the result.
  !isWithin(calls.name, results.content);

const isWithin = (path: Path | null, above: Path | null): boolean =>
  path !== null && above !== null && path.length > above.length && isSame(path.slice(0, above.length), above);

/** `own`: a field that distinguishes an element from a record of elements. */
function elementsBy(list: Path, own: Path | null, entry: PlacedEntry): readonly PlacedEntry[] {
  if (list.length === 0) return [entry];
  const whole = placedAt(entry, list);
  if (whole === undefined) return [];
  // Some formats write a list with one element as that element.
  const isOne = isRecord(whole.value) && own !== null && valueBy(whole.value, own) !== undefined;
  return isOne ? [whole] : [...elementsAt(entry, list)];
}

function callsIn(entry: PlacedEntry, spot: Spot): readonly RequestedCall[] {
  const { calls } = spot.mapping;
  return elementsBy(calls.list, calls.name, entry).flatMap(({ value: element, place }) => {
    const name = scalarAt(calls.name, element);
    if (name === undefined || name === '') return [];
    const written = valueAt(calls.arguments, element);
    const opened = typeof written === 'string' ? valueInText(written) : undefined;
    const input = opened ?? openArguments(written, place, spot.report);
    const result = isBeside(spot.mapping) ? resultIn(element, entry, spot) : undefined;
    return [{ id: scalarAt(calls.id, element), name, input, place, ...(result !== undefined && { result }) }];
  });
}

/** Messages may contain results, in a list. */
const resultsAmong = (entry: PlacedEntry, spot: Spot): readonly MessageResult[] =>
  spot.mapping.results.list.length > 0 ? resultsIn(entry, spot) : [];

function resultsIn(entry: PlacedEntry, spot: Spot): readonly MessageResult[] {
  const { calls, results } = spot.mapping;
  // In a list of calls and results, an element that names a call is the call, and the result in it belongs to that call.
  const isCall = (element: Value) =>
    results.list.length > 0 && isBeside(spot.mapping) && isThere(scalarAt(calls.name, element));
  return elementsBy(results.list, results.content ?? results.flag, entry).flatMap(({ value: element, place }) => {
    const result = isCall(element) ? undefined : resultIn(element, entry, spot);
    if (result === undefined) return [];
    const name = scalarAt(results.name, element);
    return [{ mark: { id: scalarAt(results.id, element), name: name === '' ? undefined : name, place }, result }];
  });
}

function resultIn(element: Value, entry: PlacedEntry, spot: Spot): CallResult | undefined {
  const { results } = spot.mapping;
  const content = valueAt(results.content, element);
  const flag = valueAt(results.flag, element);
  if (content === undefined && (flag === undefined || flag === null)) return undefined;
  const { outcome, reason } = outcomeBy(flag, results.ends);
  const why = reason ?? (typeof content === 'string' ? content : undefined);
  return {
    outcome,
    output: outcome === 'pending' ? undefined : typeof content === 'string' ? withoutWrapping(content) : content,
    ...(outcome !== 'ok' && why !== undefined && { reason: why }),
    at: timeIn(entry, spot),
  };
}

function textIn(entry: PlacedEntry, spot: Spot): readonly Part[] {
  for (const path of [spot.mapping.text, ...spot.mapping.orText]) {
    const parts = partsAt(path, entry, spot);
    if (parts.length > 0) return parts;
  }
  return [];
}

function partsAt(path: Path | null, entry: PlacedEntry, { report }: Spot): readonly Part[] {
  const found = path === null ? undefined : find(entry.value, path);
  return found === undefined ? [] : messageOf(found.value, placeIn(entry, found), report);
}

function timeIn(entry: PlacedEntry, { mapping: { time }, report }: Spot): string | undefined {
  const found = time === null ? undefined : find(entry.value, time);
  return found === undefined ? undefined : timeOf(found.value, placeIn(entry, found), report);
}

const valueAt = (path: Path | null, element: Value): Value | undefined =>
  path === null ? undefined : valueBy(element, path);

const scalarAt = (path: Path | null, element: Value): string | undefined => scalarText(valueAt(path, element));

function noteSkipped({ field, value }: DecidedKind, { place }: PlacedEntry, report: ImportReport): void {
  const kind = value === undefined ? 'without a kind' : `of the kind “${value.slice(0, 40)}”`;
  const note =
    field === null
      ? lost(
          'import/other-kind',
          (n) =>
            `${counted(n, 'entry', 'entries')} of a kind that the mapping does not name: left out. The first is ${kind}.`,
        )
      : info(
          `import/skipped ${value ?? ''}`,
          (n) => `${counted(n, 'entry', 'entries')} ${kind}: left out, as the mapping says.`,
        );
  note(place, report);
}

const notes = notesOf('import', {
  info: {
    'only-holds': '{# entry|# entries} without text: only the entries inside them are shown as turns.',
  },
  assumed: {
    'no-text': '{# turn} without a text where the mapping looks for it: the message is empty.',
  },
  lost: {
    'no-call-read': '{# entry|# entries} that should be a call: left out, because they contain no name of a call.',
    'no-result-read': '{# entry|# entries} that should be a result: left out, because they contain no result.',
  },
});
