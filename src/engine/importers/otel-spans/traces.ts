import type { Value } from '../../model/value.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { bareId, eventOf, type LogEvent } from '../../importing/otel/log-event.ts';
import type { PlacedRecord } from '../../importing/otel/log-records.ts';
import { groupedBy } from '../../importing/values/grouped-by.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle } from '../../importing/spans/trace-title.ts';
import { loggedCalls, noteRecords, noteSilence } from './logged-calls.ts';
import { withoutPending } from './pending.ts';
import type { PlacedSpan } from './shapes.ts';
import { idIn, spanOf, traceIn } from './span.ts';
import type { ReadSpan } from './span.ts';

interface Parts {
  /** The trace's, as it is written. */
  readonly id: string;
  readonly spans: PlacedSpan[];
  readonly records: PlacedRecord[];
}

/** The spans and log records of a file by the trace that they belong to, in the order in which the traces are met. */
export function tracesOf(spans: readonly PlacedSpan[], records: readonly PlacedRecord[]): readonly Trace[] {
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
  const told = new Set<LogEvent>();
  const read = spans.map((placed) => {
    const alone = spanOf(placed, []);
    const logged = bySpan.get(bareId(idIn(placed.span)) ?? '') ?? [];
    if (!isOwnRecord(alone, logged)) return alone;
    for (const event of logged) told.add(event);
    return spanOf(placed, logged);
  });
  const own = [
    ...withoutPending(read),
    ...loggedCalls(
      events.filter((event) => !told.has(event)),
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
        report,
      );
    },
  };
}

/** The records of a model call or of a tool's use. A step around several calls may have lent its id to the records of them all. */
function isOwnRecord({ span: { kind } }: ReadSpan, logged: readonly LogEvent[]): boolean {
  if (kind === 'other') return loggedCalls(logged, new Set()).length === 1;
  return logged.length > 0 && (kind === 'model' || kind === 'tool');
}

/** Exporters write records as they come. */
const byTime = (a: LogEvent, b: LogEvent): number =>
  a.nanos === undefined || b.nanos === undefined || a.nanos === b.nanos ? 0 : a.nanos < b.nanos ? -1 : 1;

function firstText(own: readonly ReadSpan[], ...keys: readonly string[]): string | undefined {
  for (const { attributes } of own) {
    const text = attributes.text(...keys);
    if (text !== undefined) return text;
  }
  return undefined;
}

function recordingOf(id: string, own: readonly ReadSpan[]): { readonly [key: string]: Value } {
  const about: readonly (readonly [string, string | undefined])[] = [
    ['trace_id', id === '' ? undefined : id],
    ['session_id', firstText(own, 'session.id', 'gen_ai.conversation.id')],
  ];
  return Object.fromEntries(about.filter((one): one is readonly [string, string] => one[1] !== undefined));
}
