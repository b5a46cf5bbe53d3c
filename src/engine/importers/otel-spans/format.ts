import { Double, isList, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { bareId } from '../../importing/otel/log-records.ts';
import { exceptionIn, type Source } from '../../importing/otel/messages.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import type { Span } from '../../importing/spans/spans.ts';
import { nanosOf, nanosOfMicros, readInstant } from '../../importing/values/instants.ts';
import { elementsAt, numberAt, textAt, textIn, valueIn } from '../../importing/values/where.ts';
import { fields } from './find-spans.ts';

/** Spans of OpenTelemetry in all spellings that `find-spans.ts` lists. */
export const format: SpanFormat = {
  nothing:
    'None of these OpenTelemetry spans is recognised as a model call or tool call (by attributes “gen_ai.”, “openinference.”, “ai.” or “traceloop.”), so there is nothing to show.',
  silent:
    'No span contains prompts or answers: they may be in log records of the same trace (events whose names begin with “gen_ai.”). Put both into one file to see them together.',
  attributes: ['attributes', 'tags'],
  events: ['events', 'logs', 'annotations', 'otel_events'],
  spanId: [(span) => bareId(textIn(span, fields.span))],
  parent: [parentIn],
  name: fields.name,
  // Only spans of Phoenix have this field; the attributes of all others say what kind they are.
  kind: { field: ['span_kind'] },
  start: [
    { field: ['start_time_unix_nano'], as: 'nanoseconds' },
    { field: [startInMicros], as: 'microseconds' },
    { field: ['start_time', 'start_timestamp', 'start_time_unix_nano'], as: ofAnyForm },
  ],
  end: [
    { field: ['end_time_unix_nano'], as: 'nanoseconds' },
    { field: ['end_time', 'end_timestamp', 'end_time_unix_nano'], as: ofAnyForm },
  ],
  took: [(span) => (startInMicros(span) === undefined ? undefined : (numberAt(span, 'duration') ?? 0) * 1000)],
  input: [],
  output: [],
  error: errorIn,
  trace: { id: ['id'] },
  adjust: withoutPending,
};

/** Some exporters write an id of zeros for spans without a parent. */
function parentIn(span: Value): string | undefined {
  const referred = elementsAt(span, 'references').find((one) => textAt(one, 'refType') === 'CHILD_OF');
  const parent =
    textAt(referred, 'spanID') ??
    textIn(span, ['parentSpanContext.spanId', 'parent_span_id', 'parent_id', 'parentSpanID']);
  return parent === undefined || /^(?:(?:0x)?0*|A+=)$/.test(parent) ? undefined : bareId(parent);
}

/** Jaeger, Zipkin and the console exporter of the JavaScript SDK count microseconds. */
function startInMicros(span: Value): number | undefined {
  return numberAt(span, textAt(span, 'traceID') === undefined ? 'timestamp' : 'startTime');
}

/** Status code 2 is an error, as number or name; Jaeger and Zipkin have tags. `error.type` exists only if something failed. */
function errorIn(span: Value, source: Source): string | undefined {
  const { attributes } = source;
  const code =
    valueIn(span, ['status.code', 'status.status_code', 'status_code', 'otel_status_code']) ??
    attributes.get('otel.status_code');
  const type = attributes.text('error.type');
  const tag = valueIn(span, 'tags') === undefined || code !== undefined ? undefined : attributes.get('error');
  const isFailed = [2, 'STATUS_CODE_ERROR', 'ERROR'].some((word) => word === code) || tag === true || tag === 'true';
  if (!isFailed && type === undefined && attributes.get('tool.status') !== 'error') return undefined;
  return (
    textIn(span, ['status.message', 'status.description', 'status_message', 'otel_status_message']) ??
    attributes.text('otel.status_description') ??
    (valueIn(span, 'tags') === undefined ? undefined : attributes.text('error')) ??
    exceptionIn(source) ??
    attributes.text('exception.message') ??
    type ??
    'the span’s status is an error'
  );
}

/** `[seconds, nanoseconds]` as in the JavaScript SDK, ISO 8601, or a number whose unit follows only from its size. */
function ofAnyForm(value: Value, place: Path, report: ImportReport): bigint | undefined {
  if (isList(value)) {
    const [seconds, nanos] = [...value];
    const isPair = Number.isSafeInteger(seconds) && Number.isSafeInteger(nanos);
    return isPair ? BigInt(Number(seconds)) * 1_000_000_000n + BigInt(Number(nanos)) : undefined;
  }
  const number = value instanceof Double ? value.value : value;
  if (typeof number === 'number' || typeof number === 'bigint') return ofAnyUnit(number, place, report);
  if (typeof number === 'string' && /^\d{1,30}$/.test(number)) {
    return ofAnyUnit(number.length > 15 ? BigInt(number) : Number(number), place, report);
  }
  const instant = readInstant(value, place, report);
  return instant === undefined ? undefined : nanosOf(instant);
}

/** In each of these units, a time after 1973 is above the limit of the unit before it. */
const units = [
  { unit: 'seconds', below: 1e11, nanos: 1e9 },
  { unit: 'milliseconds', below: 1e14, nanos: 1e6 },
  { unit: 'microseconds', below: 1e17, nanos: 1e3 },
  { unit: 'nanoseconds', below: 1e20, nanos: 1 },
] as const;

/** A smaller number is relative to an unknown moment, such as the start of the program. */
const earliest = 1e9;

function ofAnyUnit(number: number | bigint, place: Path, report: ImportReport): bigint | undefined {
  const found = number < earliest ? undefined : units.find(({ below }) => number < below);
  if (found === undefined) {
    if (typeof number === 'bigint') return number;
    return Number.isSafeInteger(number) ? BigInt(number) : undefined;
  }
  report.note(
    'assumed',
    `otel-spans/${found.unit}`,
    place,
    (n) =>
      `${counted(n, 'time')} written as a number without its unit: taken as ${found.unit} since 1970, by its size.`,
  );
  if (typeof number === 'bigint') return number * BigInt(found.nanos);
  // For present-day times, a double represents whole microseconds exactly.
  return nanosOfMicros((number * found.nanos) / 1000);
}

/**
 * When a span begins, Logfire writes a child of it (`logfire.span_type: pending_span`; in the table of all records, the column
 * `kind` says so). If the program was stopped, only this child exists. https://logfire.pydantic.dev/docs/reference/sql/#kind
 */
const isPending = ({ written, attributes }: Span): boolean =>
  attributes.text('logfire.span_type') === 'pending_span' || written['kind'] === 'pending_span';

/** Removes the pending spans of spans that ended. The other pending spans replace their span, which never ended. */
function withoutPending(spans: readonly Span[]): readonly Span[] {
  const ended = new Set(spans.filter((span) => !isPending(span)).map(({ id }) => id));
  return spans.flatMap((span) => {
    if (!isPending(span)) return [span];
    const { parent: id } = span;
    return id === undefined || ended.has(id) ? [] : [neverEnded(span, id)];
  });
}

function neverEnded(span: Span, id: string): Span {
  const parent = bareId(span.attributes.text('logfire.pending_parent_id'));
  return {
    ...span,
    id,
    parent: parent === undefined || /^0*$/.test(parent) ? undefined : parent,
    end: undefined,
    endedAt: undefined,
    assumed(report) {
      span.assumed?.(report);
      report.note(
        'info',
        'otel-spans/never-ended',
        span.place,
        '{# span} that had not ended when the recording was made: shown as far as recorded.',
      );
    },
  };
}
