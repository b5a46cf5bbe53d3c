import type { RecordValue } from '../../model/value.ts';
import type { Problem } from '../../model/problem.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import { bareId, eventOf, type LogEvent } from '../../importing/otel/log-event.ts';
import { recordsIn, type PlacedRecord } from '../../importing/otel/log-records.ts';
import { noteSilence } from '../../importing/spans/notes.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle, tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { loggedCalls, noteRecords } from './logged-calls.ts';
import { idIn, isByColumn, spansIn, traceIn, type PlacedSpan } from './shapes.ts';
import { spanOf, type ReadSpan } from './span.ts';
import { groupedBy } from '../../importing/values/elements.ts';

export const read: Read = ({ value }) => {
  const [spans, records] = [spansIn(value), recordsIn(value)];
  return tracesToSessions(
    tracesOf(spans, records),
    isByColumn(value) && spans.length === 0 ? byColumn : noTurns(spans, records),
  );
};

const noTurns = (spans: readonly unknown[], records: readonly unknown[]): Problem => ({
  code: 'otel-spans/no-turns',
  message:
    spans.length === 0
      ? `These are ${counted(records.length, 'log record')} of OpenTelemetry, and none is an event about a model (no name begins with “gen_ai.”): there is nothing to show. Open the spans of the same trace.`
      : 'These are spans of OpenTelemetry, but none of them is known as a model call or the use of a tool (no “gen_ai.”, “openinference.”, “ai.” or “traceloop.” attributes say so): there is nothing to show.',
});

const byColumn: Problem = {
  code: 'otel-spans/by-column',
  message:
    'This is an answer of Logfire’s API that has its table column by column. Ask for rows instead (`json_rows=true`), with all columns (`SELECT * FROM records`), and open that.',
};

interface Parts {
  /** The trace's id, as it is spelled in the file. */
  readonly id: string;
  readonly spans: PlacedSpan[];
  readonly records: PlacedRecord[];
}

/** The spans and log records of a file, grouped by trace. */
function tracesOf(spans: readonly PlacedSpan[], records: readonly PlacedRecord[]): readonly Trace[] {
  const traces = new Map<string, Parts>();
  const partsOf = (id: string | undefined): Parts => {
    const key = bareId(id) ?? '';
    const parts = traces.get(key) ?? { id: id ?? '', spans: [], records: [] };
    traces.set(key, parts);
    return parts;
  };
  for (const placed of spans) partsOf(traceIn(placed.span)).spans.push(placed);
  for (const record of records) partsOf(record.log.traceId ?? record.log.trace_id).records.push(record);
  return [...traces.values()].map(traceOf);
}

function traceOf({ id, spans, records }: Parts): Trace {
  const events = records.map((record) => eventOf(record, createImportReport())).toSorted(byTime);
  const bySpan = groupedBy(events, ({ span }) => span);
  const used = new Set<LogEvent>();
  const read = spans.map((placed) => {
    const alone = spanOf(placed, []);
    const logged = bySpan.get(bareId(idIn(placed.span)) ?? '') ?? [];
    if (!isOwnRecord(alone, logged)) return alone;
    for (const event of logged) used.add(event);
    return spanOf(placed, logged);
  });
  const own = [
    ...withoutPending(read),
    ...loggedCalls(
      events.filter((event) => !used.has(event)),
      new Set(read.map(({ span }) => span.id)),
    ),
  ];
  return {
    title: traceTitle(
      own.map(({ span }) => span),
      undefined,
    ),
    importer: 'otel-spans',
    user: firstText(own, 'user.id', 'enduser.id'),
    recording: recordingOf(id, own),
    spans: own.map(({ span }) => span),
    assumed(report) {
      for (const record of records) eventOf(record, report);
      noteRecords(events, spans.length > 0, report);
      noteSilence(
        own.map(({ span }) => span),
        'otel-spans/words-elsewhere',
        'No span says what a model was asked or answered: it may be in log records of the same trace (events whose names begin with “gen_ai.”). Put both into one file to see them together.',
        report,
      );
    },
  };
}

/** Whether the records belong to this span alone. All records of several calls may have the id of the step around them. */
function isOwnRecord({ span: { kind } }: ReadSpan, logged: readonly LogEvent[]): boolean {
  if (kind === 'other') return loggedCalls(logged, new Set()).length === 1;
  return logged.length > 0 && (kind === 'model' || kind === 'tool');
}

/** Sorts by time, because exporters write records in any order. */
const byTime = (a: LogEvent, b: LogEvent): number =>
  a.nanos === undefined || b.nanos === undefined || a.nanos === b.nanos ? 0 : a.nanos < b.nanos ? -1 : 1;

function firstText(own: readonly ReadSpan[], ...keys: readonly string[]): string | undefined {
  for (const { attributes } of own) {
    const text = attributes.text(...keys);
    if (text !== undefined) return text;
  }
  return undefined;
}

function recordingOf(id: string, own: readonly ReadSpan[]): RecordValue {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['trace_id', id === '' ? undefined : id],
    ['session_id', firstText(own, 'session.id', 'gen_ai.conversation.id')],
  ];
  return Object.fromEntries(facts.filter((one): one is readonly [string, string] => one[1] !== undefined));
}

/**
 * When a span begins, Logfire writes a child of it (`logfire.span_type: pending_span`). If the program was stopped, only this
 * child exists. https://logfire.pydantic.dev/docs/reference/sql/#kind
 */
const isPending = ({ attributes }: ReadSpan): boolean => attributes.text('logfire.span_type') === 'pending_span';

/** Removes the pending spans of spans that ended. The other pending spans replace their span, which never ended. */
function withoutPending(spans: readonly ReadSpan[]): readonly ReadSpan[] {
  const ended = new Set(spans.filter((one) => !isPending(one)).map(({ span }) => span.id));
  return spans.flatMap((one) => {
    if (!isPending(one)) return [one];
    const { parent: id } = one.span;
    return id === undefined || ended.has(id) ? [] : [neverEnded(one, id)];
  });
}

function neverEnded({ span, attributes, trace }: ReadSpan, id: string): ReadSpan {
  const parent = bareId(attributes.text('logfire.pending_parent_id'));
  const grandparent = parent === undefined || /^0*$/.test(parent) ? undefined : parent;
  const assumed = (report: ImportReport) => {
    span.assumed?.(report);
    report.note(
      'info',
      'otel-spans/never-ended',
      span.place,
      (n) => `${counted(n, 'span')} that had not ended when the recording was made: shown as far as recorded.`,
    );
  };
  return { trace, attributes, span: { ...span, id, parent: grandparent, end: undefined, endedAt: undefined, assumed } };
}
