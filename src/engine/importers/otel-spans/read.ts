import type { Problem } from '../../model/problem.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import { bareId, eventOf, recordsIn, type LogEvent, isOfModel } from '../../importing/otel/log-records.ts';
import type { WrittenSpan, WrittenTrace } from '../../importing/spans/format.ts';
import { spanOf, traceOf } from '../../importing/spans/read-spans.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { groupedBy, type Placed } from '../../importing/values/elements.ts';
import { textIn } from '../../importing/values/where.ts';
import { fields, isByColumn, spansIn } from './find-spans.ts';
import { format } from './format.ts';

/** Spans and log records are grouped by trace. */
export const read: Read = ({ value }) => {
  const [spans, records] = [spansIn(value), recordsIn(value)];
  const byTrace = (some: readonly Placed[]) => groupedBy(some, (one) => bareId(textIn(one.value, fields.trace)) ?? '');
  const [spansOf, recordsOf] = [byTrace(spans), byTrace(records)];
  const traces = [...new Set([...spansOf.keys(), ...recordsOf.keys()])].map((id) =>
    traceOf(format, traceIn(spansOf.get(id) ?? [], recordsOf.get(id) ?? []), 'otel-spans'),
  );
  return tracesToSessions(traces, problemOf(spans.length, records.length, isByColumn(value)));
};

function problemOf(spans: number, records: number, isTable: boolean): Problem {
  if (spans > 0) return { code: 'otel-spans/no-turns', message: format.nothing };
  if (isTable) return byColumn;
  return {
    code: 'otel-spans/no-turns',
    message: `These are ${counted(records, 'log record')} of OpenTelemetry, none of them about a model (no name begins with “gen_ai.”), so there is nothing to show. Open the spans of the same trace.`,
  };
}

const byColumn: Problem = {
  code: 'otel-spans/by-column',
  message:
    'This is an answer of Logfire’s API with its table by columns. Ask for rows instead (`json_rows=true`), with all columns (`SELECT * FROM records`), and open that.',
};

function traceIn(spans: readonly Placed[], records: readonly Placed[]): WrittenTrace {
  const events = records.map((record) => eventOf(record, createImportReport())).toSorted(byTime);
  const bySpan = groupedBy(events, ({ span }) => span);
  const ids = spans.map(({ value }) => bareId(textIn(value, fields.span)) ?? '');
  const used = new Set<LogEvent>();
  const read = spans.map((placed, index): WrittenSpan => {
    const logged = bySpan.get(ids[index] ?? '') ?? [];
    if (!areOwnRecords(placed, logged)) return placed;
    for (const event of logged) used.add(event);
    return { ...placed, logged };
  });
  const others = events.filter((event) => !used.has(event));
  const [first] = [...spans, ...records];
  return {
    about: { value: { id: textIn(first?.value ?? null, fields.trace) ?? '' }, place: first?.place ?? [] },
    spans: [...read, ...loggedCalls(others, new Set(ids))],
    assumed(report) {
      for (const record of records) eventOf(record, report);
      noteRecords(events, spans.length > 0, report);
    },
  };
}

/** Whether the records belong to this span alone. All records of several calls may have the id of the step around them. */
function areOwnRecords(span: Placed, logged: readonly LogEvent[]): boolean {
  if (logged.length === 0) return false;
  const kind = spanOf(format, span)?.kind;
  if (kind === 'other') return loggedCalls(logged, new Set()).length === 1;
  return kind === 'model' || kind === 'tool';
}

/** Sorts by time, because exporters write records in any order. */
function byTime({ time: a }: LogEvent, { time: b }: LogEvent): number {
  if (a?.nanos === undefined || b?.nanos === undefined || a.nanos === b.nanos) return 0;
  return a.nanos < b.nanos ? -1 : 1;
}

/**
 * Model calls that are recorded in log records but in no span. Log records with the same span id are consecutive calls: an
 * answer ends a call, and the next record begins the next call. `known`: ids of the spans in the file.
 */
function loggedCalls(events: readonly LogEvent[], known: ReadonlySet<string>): readonly WrittenSpan[] {
  const bySpan = groupedBy(events.filter(isOfModel), ({ span }) => span);
  return [...bySpan].flatMap(([id, own]) => callsIn(own).map((call, index) => callOf(call, id, index, known)));
}

function callsIn(events: readonly LogEvent[]): readonly (readonly LogEvent[])[] {
  const calls: LogEvent[][] = [];
  let before: LogEvent | undefined;
  for (const event of events) {
    const goesOn =
      before !== undefined && !isWhole(before) && !isWhole(event) && !(isAnswer(before) && !isAnswer(event));
    if (goesOn) calls.at(-1)?.push(event);
    else calls.push([event]);
    before = event;
  }
  return calls;
}

const isAnswer = ({ name }: LogEvent): boolean => name === 'gen_ai.choice';

/** Since 2025, one record can hold a complete call. */
const isWhole = ({ name }: LogEvent): boolean => name === 'gen_ai.client.inference.operation.details';

/** Makes a model span from the log records of one call. The records do not contain the duration of the call. */
function callOf(events: readonly LogEvent[], id: string, index: number, known: ReadonlySet<string>): WrittenSpan {
  const last = events.find(isAnswer) ?? events.at(-1);
  const value = {
    name: 'chat',
    span_id: `${id} call ${index}`,
    ...(known.has(id) && { parent_span_id: id }),
    start_time_unix_nano: events[0]?.time?.nanos ?? null,
    attributes: { 'gen_ai.operation.name': 'chat' },
  };
  return { value, place: last?.place ?? [], logged: events, endedAt: last?.time?.text };
}

/** Adds a note for log records that are not about model calls, and for spans that may be in another file. */
function noteRecords(events: readonly LogEvent[], hasSpans: boolean, report: ImportReport): void {
  for (const { place } of events.filter((event) => !isOfModel(event))) {
    report.note('info', 'otel-spans/other-records', place, '{# log record} not about a model: left out.');
  }
  const [first] = events;
  if (hasSpans || first === undefined) return;
  report.note(
    'info',
    'otel-spans/spans-elsewhere',
    first.place,
    () =>
      `Only log records of trace ${first.trace === '' ? 'without an id' : first.trace} are in this file: its spans, with tools, agents and durations, may be in another one. Put both into one file to see them together.`,
  );
}
