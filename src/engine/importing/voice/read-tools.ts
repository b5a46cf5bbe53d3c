import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../content/content.ts';
import type { ImportReport } from '../import-report.ts';
import { noteUnreadCall } from '../notes.ts';
import { openArguments } from '../values/json-text.ts';
import { paramsOf, type RecordedToolCall, type RecordedToolEnd } from './call-log.ts';
import { entriesAt, fieldAt, placeAt, placedAt, recordAt, textAt, type Where } from '../values/where.ts';
import type { Calls, Field, RecordedEntry, Results, TimedEntry, VoiceReading } from './voice-format.ts';
import type { Placed } from '../values/elements.ts';

/** Reads the calls of one response: one event of the model that requests all of them, and then each call. */
export function readCalls(content: Calls, entry: TimedEntry, { log, report }: VoiceReading): void {
  const { at, place } = entry;
  const calls = listedIn(content.list, entry).flatMap((one) => {
    const call = callIn(content, one, report);
    if (call !== undefined) return [{ ...call, at }];
    noteUnreadCall(one.place, report);
    return [];
  });
  const shownAt = content.shownAt === 'list' ? placeAt(entry.value, place, content.list ?? '') : place;
  if (calls.length > 0) log.asked(calls, { at, place: shownAt, tokens: content.tokens?.(entry) });
}

export function readResults(content: Results, entry: TimedEntry, { log, report }: VoiceReading): void {
  for (const one of listedIn(content.list, entry)) {
    const { id, name } = content;
    log.returned({
      id: textAt(one.value, id),
      tool: textAt(one.value, name) || undefined,
      ...endIn(content, one, report),
      at: entry.at,
      place: one.place,
    });
  }
}

/** The elements of a list in an entry, the one record that is in place of a list, or the entry itself. */
const listedIn = (list: Where | undefined, entry: Placed): readonly Placed[] => {
  if (list === undefined) return [entry];
  const single = recordAt(entry.value, list) !== undefined;
  return single ? [placedAt(entry, list)] : entriesAt(entry, list);
};

/** A call with its arguments; undefined if it is not a record, or has neither name nor id. */
export function callIn(content: Calls, one: Placed, report: ImportReport): Omit<RecordedToolCall, 'at'> | undefined {
  if (!isRecord(one.value)) return undefined;
  const name = valueOf(content.name, one, report);
  const tool = typeof name === 'string' ? name : undefined;
  const id = textAt(one.value, content.id);
  if (content.list !== undefined && (tool ?? id) === undefined) return undefined;
  const written = valueOf(content.arguments, one, report);
  const opened = openArguments(written, placeOf(content.arguments, one), report);
  return { id, tool, params: paramsOf(opened, one.place, report), place: one.place };
}

type End = Pick<RecordedToolEnd, 'outcome' | 'output' | 'error'>;

/** The outcome of a call, read as the description defines. */
function endIn({ output, asText, failure }: Results, one: Placed, report: ImportReport): End {
  // Some platforms write only the output in place of a result.
  const written = isRecord(one.value) ? valueOf(output, one, report) : one.value;
  const result = asText === true ? textOf(readContent(written, placeOf(output, one), report)) : written;
  if (failure !== undefined) {
    const failureValue = fieldAt(one.value, failure.field);
    const isFailure =
      failure.is === undefined ? typeof failureValue === 'string' && failureValue !== '' : failureValue === failure.is;
    const words = [
      failure.is === undefined ? failureValue : result,
      ...(failure.reason ?? []).map((name) => fieldAt(one.value, name)),
    ];
    if (isFailure) return { outcome: 'error', error: words.find(isWords) ?? failure.otherwise ?? 'the call failed' };
  }
  return { outcome: 'ok', ...(result !== undefined && { output: result }) };
}

const isWords = (value: Value | undefined): value is string => typeof value === 'string' && value !== '';

/** The value of a field in an entry or an element of it. */
export function valueOf(field: Field, one: RecordedEntry, report: ImportReport): Value | undefined {
  const { value } = one;
  if (typeof field === 'function') return isRecord(value) ? field({ ...one, value }, report) : undefined;
  return fieldAt(value, field);
}

export function placeOf(field: Field, { value, place }: Placed): Path {
  return typeof field === 'function' ? place : placeAt(value, place, field);
}
