import { Double, isList, isRecord } from '../../model/value.ts';
import { nanosOfMicros } from '../../importing/values/instants.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/** A span in the fields of `AnySpan`, and the paths of those fields that have another name in the file. */
export interface Respelled {
  readonly span: RecordValue;
  readonly attributesAt?: readonly string[];
  /** The prefix that each attribute key has in the file. */
  readonly prefix?: string;
  readonly eventsAt?: string;
}

/**
 * | spelling | recognised by |
 * | --- | --- |
 * | Jaeger: https://www.jaegertracing.io/docs/apis/ | `traceID`, `operationName`; `tags` and `logs` are lists of `{key, value}` |
 * | Zipkin: https://zipkin.io/zipkin-api/#/default/post_spans | `traceId`, `id`, `timestamp`, `duration`; `tags` is a record |
 * | the console exporter of OpenTelemetry's JavaScript SDK | the same, with `attributes` |
 * | Phoenix's table of spans, as records | `context.span_id`, `attributes.…` |
 * | rows of Logfire: https://logfire.pydantic.dev/docs/reference/sql/ | `span_name`, `start_timestamp` |
 *
 * The times of Jaeger, Zipkin and the console are in microseconds.
 */
export function respelled(value: Value): Respelled {
  if (!isRecord(value)) return { span: {} };
  if (typeof value['traceID'] === 'string') return ofJaeger(value);
  if (typeof value['context.span_id'] === 'string') return ofTable(value);
  if (typeof value['span_name'] === 'string' && value['start_timestamp'] !== undefined) return ofLogfire(value);
  const { traceId, id, timestamp } = value;
  const isOther = typeof traceId === 'string' && typeof id === 'string' && numberIn(timestamp) !== undefined;
  return isOther && value['duration'] !== undefined ? ofZipkin(value) : { span: value };
}

function ofJaeger(value: RecordValue): Respelled {
  const { traceID, spanID, operationName, references, startTime, duration, tags, logs } = value;
  const parent = itemsOf(references).find((one) => isRecord(one) && one['refType'] === 'CHILD_OF');
  const tagValues = new Map(itemsOf(tags).map((tag) => [field(tag, 'key'), field(tag, 'value')]));
  const message = tagValues.get('otel.status_description') ?? null;
  const events = itemsOf(logs).map((log) => {
    const fields = field(log, 'fields') ?? null;
    const nameField = itemsOf(fields).find((one) => field(one, 'key') === 'event' || field(one, 'key') === 'name');
    return { name: field(nameField ?? null, 'value') ?? null, attributes: fields };
  });
  return {
    span: {
      name: operationName ?? null,
      ...ids(traceID, spanID, field(parent ?? null, 'spanID') ?? value['parentSpanID']),
      ...times(startTime, duration),
      attributes: tags ?? null,
      ...(isFailed(tagValues.get('otel.status_code'), tagValues.get('error')) && {
        status: { code: 'ERROR', message },
      }),
      events,
    },
    attributesAt: ['tags'],
    eventsAt: 'logs',
  };
}

function ofZipkin(value: RecordValue): Respelled {
  const { name, traceId, id, parentId, parentSpanContext, timestamp, duration, tags, attributes, annotations } = value;
  const failed = isFailed(field(tags ?? null, 'otel.status_code'), field(tags ?? null, 'error'));
  const message = field(tags ?? null, 'error') ?? null;
  return {
    span: {
      name: name ?? '',
      ...ids(traceId, id, field(parentSpanContext ?? null, 'spanId') ?? parentId),
      ...times(timestamp, duration),
      attributes: tags ?? attributes ?? null,
      status: failed ? { code: 'ERROR', message } : (value['status'] ?? {}),
      events: itemsOf(value['events'] ?? annotations),
    },
    ...(tags !== undefined && { attributesAt: ['tags'], eventsAt: 'annotations' }),
  };
}

function ofTable(value: RecordValue): Respelled {
  const prefix = 'attributes.';
  const keys = Object.keys(value).filter((key) => key.startsWith(prefix) && value[key] !== null);
  return {
    span: {
      ...value,
      trace_id: value['context.trace_id'] ?? null,
      span_id: value['context.span_id'] ?? null,
      attributes: Object.fromEntries(keys.map((key) => [key.slice(prefix.length), value[key] ?? null])),
    },
    attributesAt: [],
    prefix,
  };
}

function ofLogfire(value: RecordValue): Respelled {
  const { span_name, start_timestamp, end_timestamp, otel_status_code, otel_status_message, otel_events } = value;
  const { kind, attributes = null } = value;
  const events = itemsOf(otel_events).map((event) => ({
    name: field(event, 'event_name') ?? field(event, 'name') ?? null,
    attributes: field(event, 'attributes') ?? null,
  }));
  return {
    span: {
      ...value,
      // The table of all records also contains pending spans; the column `kind` marks them.
      attributes:
        kind === 'pending_span' && isRecord(attributes) ? { ...attributes, 'logfire.span_type': kind } : attributes,
      name: span_name ?? null,
      start_time: start_timestamp ?? null,
      end_time: end_timestamp ?? null,
      status: { code: otel_status_code ?? null, message: otel_status_message ?? null },
      events,
    },
    eventsAt: 'otel_events',
  };
}

const itemsOf = (value: Value | undefined): readonly Value[] =>
  value !== undefined && isList(value) ? [...value] : [];

const field = (value: Value, key: string): Value | undefined =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const ids = (traceId: Value | undefined, spanId: Value | undefined, parent: Value | undefined) => ({
  traceId: traceId ?? null,
  spanId: spanId ?? null,
  ...(typeof parent === 'string' && { parentSpanId: parent }),
});

function times(startMicros: Value | undefined, lengthMicros: Value | undefined) {
  const start = nanosOfMicros(numberIn(startMicros) ?? Number.NaN);
  if (start === undefined) return {};
  const durationNanos = (numberIn(lengthMicros) ?? 0) * 1000;
  return {
    startTimeUnixNano: start,
    ...(Number.isFinite(durationNanos) && { endTimeUnixNano: start + BigInt(Math.round(durationNanos)) }),
  };
}

function numberIn(value: Value | undefined): number | undefined {
  const number = value instanceof Double ? value.value : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const isFailed = (code: Value | undefined, error: Value | undefined): boolean =>
  code === 'ERROR' || (code === undefined && (error === true || error === 'true'));
