import * as v from 'valibot';
import { isRecord, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';
import { respelled, type Respelled } from './other-spellings.ts';

/**
 * Spans of OpenTelemetry about language models, as exporters write them:
 * - OTLP in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * - span objects of the JavaScript SDK, and the output of Python's console exporter
 * - Tempo's responses, with the key `batches`; see `other-spellings.ts` for Jaeger, Zipkin and tables
 * - log records beside spans, or without them: see `importing/otel/log-records.ts`
 * - spans of Phoenix: https://arize.com/docs/phoenix/tracing/how-to-tracing/importing-and-exporting-traces
 *
 * Four attribute vocabularies are supported: OpenTelemetry's own (https://opentelemetry.io/docs/specs/semconv/gen-ai/),
 * OpenInference (https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md), the AI SDK
 * (https://ai-sdk.dev/docs/ai-sdk-core/telemetry) and OpenLLMetry (https://www.traceloop.com/docs/openllmetry).
 */
const Export = v.pipe(
  record({ resourceSpans: maybe(anyList), resource_spans: maybe(anyList), batches: maybe(anyList) }),
  v.check(
    ({ resourceSpans, resource_spans, batches }) => (resourceSpans ?? resource_spans ?? batches) !== undefined,
    'spans of a resource were expected',
  ),
);

const ResourceSpans = record({
  resource: maybe(record({ attributes: maybe(anyValue) })),
  scopeSpans: maybe(anyList),
  scope_spans: maybe(anyList),
  /** Used until 2022. */
  instrumentationLibrarySpans: maybe(anyList),
});

const ScopeSpans = record({ spans: anyList });

const Context = record({ traceId: maybeText, trace_id: maybeText, spanId: maybeText, span_id: maybeText });

/** A span in any of the forms; ids are hex, base64 or `0x…`. */
const AnySpan = record({
  name: v.string(),
  traceId: maybeText,
  trace_id: maybeText,
  spanId: maybeText,
  span_id: maybeText,
  parentSpanId: maybeText,
  parent_span_id: maybeText,
  parent_id: maybeText,
  spanContext: maybe(Context),
  parentSpanContext: maybe(Context),
  context: maybe(Context),
  /** Strings of nanoseconds, `[seconds, nanoseconds]`, or ISO 8601. */
  startTimeUnixNano: maybe(anyValue),
  endTimeUnixNano: maybe(anyValue),
  start_time_unix_nano: maybe(anyValue),
  end_time_unix_nano: maybe(anyValue),
  startTime: maybe(anyValue),
  endTime: maybe(anyValue),
  start_time: maybe(anyValue),
  end_time: maybe(anyValue),
  attributes: maybe(anyValue),
  events: maybe(anyList),
  status: maybe(anyRecord),
  status_code: maybeText,
  status_message: maybeText,
  /** Only in spans of Phoenix. */
  span_kind: maybeText,
});
export type AnySpan = v.InferOutput<typeof AnySpan>;

export interface PlacedSpan {
  readonly span: AnySpan;
  readonly place: Path;
  readonly spelled: Respelled;
}

/** Finds the spans of a file in all supported forms; at most `limit` of them. */
export function spansIn(value: Value, limit = Number.POSITIVE_INFINITY): readonly PlacedSpan[] {
  const found: PlacedSpan[] = [];
  const isFull = () => found.length >= limit;
  const add = (list: Value | undefined, place: Path) => {
    for (const [index, one] of entriesOf(list)) {
      if (isFull()) return;
      if (isOfLaminar(one)) continue;
      const spelled = respelled(one);
      const span = v.safeParse(AnySpan, spelled.span);
      if (span.success && isSpan(span.output)) found.push({ span: span.output, place: [...place, index], spelled });
    }
  };
  const addExport = (one: Value, place: Path) => {
    const parsed = v.safeParse(Export, one);
    if (!parsed.success) return addResource(one, place);
    for (const key of ['resourceSpans', 'resource_spans', 'batches'] as const) {
      for (const [index, resource] of entriesOf(parsed.output[key])) addResource(resource, [...place, key, index]);
    }
  };
  const addResource = (one: Value, place: Path) => {
    const parsed = v.safeParse(ResourceSpans, one);
    if (!parsed.success) return;
    for (const key of ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'] as const) {
      for (const [index, scope] of entriesOf(parsed.output[key])) {
        const spans = v.safeParse(ScopeSpans, scope);
        if (spans.success) add(spans.output.spans, [...place, key, index, 'spans']);
      }
    }
  };
  if (isRecord(value)) {
    addExport(value, []);
    for (const key of ['data', 'spans', 'rows'] as const) add(value[key], [key]);
    for (const [index, one] of entriesOf(value['data'])) {
      if (isRecord(one)) add(one['spans'], ['data', index, 'spans']);
    }
    add([value], []);
    // If one span is the whole document, its path has no index.
    return found.map((one) => (one.place.length === 1 && one.place[0] === 0 ? { ...one, place: [] } : one));
  }
  for (const [index, one] of entriesOf(value)) {
    addExport(one, [index]);
    // Zipkin writes a list of traces; each trace is a list of spans.
    add(one, [index]);
  }
  add(value, []);
  return found;
}

/** Laminar's own spans have a type, and this importer skips them. Laminar's exports over OTLP are ordinary spans. */
const isOfLaminar = (value: Value): boolean =>
  isRecord(value) && /^[A-Z_]+$/.test(String(value['spanType'] ?? value['span_type'] ?? ''));

function entriesOf(list: Value | undefined): readonly (readonly [number, Value])[] {
  return Array.isArray(list) ? [...(list as readonly Value[]).entries()] : []; // narrowed to any[]
}

/** A span needs its own id, the id of its trace and a start time. */
function isSpan(span: AnySpan): boolean {
  const start = span.startTimeUnixNano ?? span.start_time_unix_nano ?? span.startTime ?? span.start_time;
  return traceIn(span) !== undefined && idIn(span) !== undefined && start !== undefined && start !== null;
}

export const idIn = ({ spanId, span_id, spanContext, context }: AnySpan): string | undefined =>
  spanId ?? span_id ?? spanContext?.spanId ?? context?.span_id ?? context?.spanId;

export const traceIn = ({ traceId, trace_id, spanContext, context }: AnySpan): string | undefined =>
  traceId ?? trace_id ?? spanContext?.traceId ?? context?.trace_id ?? context?.traceId;

/** If the attributes are JSON text, at most this many characters are searched for a known vocabulary. */
const sample = 20_000;

const vocabulary = /"(?:openinference|gen_ai|ai|traceloop|llm|langsmith)\./;

/** Whether the attributes belong to a vocabulary for language models. */
export const isKnown = ({ span }: PlacedSpan): boolean =>
  span.span_kind !== undefined || vocabulary.test(JSON.stringify(keysOf(span.attributes)));

/** Logfire's API returns the table by column unless the request asks for rows. In columns, a span has no single path. */
export const isByColumn = (value: Value): boolean =>
  isRecord(value) && entriesOf(value['columns']).some(([, one]) => isRecord(one) && one['name'] === 'span_name');

function keysOf(attributes: Value | undefined): readonly (Value | undefined)[] {
  if (typeof attributes === 'string') return [attributes.slice(0, sample)];
  if (Array.isArray(attributes)) {
    return (attributes as readonly Value[]).map((one) => (isRecord(one) ? one['key'] : null)); // narrowed to any[]
  }
  return attributes !== undefined && isRecord(attributes) ? Object.keys(attributes) : [];
}
