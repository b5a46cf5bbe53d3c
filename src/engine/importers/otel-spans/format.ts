import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Spans of OpenTelemetry about language models, as exporters write them:
 * - OTLP in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * - what the JavaScript SDK holds, and what Python's console exporter prints
 * - Tempo's answers, which call them `batches`; see `other-spellings.ts` for Jaeger, Zipkin and tables
 * - log records beside spans, or without them: see `importing/otel/log-format.ts`
 * - spans of Phoenix: https://arize.com/docs/phoenix/tracing/how-to-tracing/importing-and-exporting-traces
 *
 * Four vocabularies of attributes are known: OpenTelemetry's own (https://opentelemetry.io/docs/specs/semconv/gen-ai/),
 * OpenInference (https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md), the AI SDK
 * (https://ai-sdk.dev/docs/ai-sdk-core/telemetry) and OpenLLMetry (https://www.traceloop.com/docs/openllmetry).
 */
export const Export = v.pipe(
  record({ resourceSpans: maybe(anyList), resource_spans: maybe(anyList), batches: maybe(anyList) }),
  v.check(
    ({ resourceSpans, resource_spans, batches }) => (resourceSpans ?? resource_spans ?? batches) !== undefined,
    'spans of a resource were expected',
  ),
);

export const ResourceSpans = record({
  resource: maybe(record({ attributes: maybe(anyValue) })),
  scopeSpans: maybe(anyList),
  scope_spans: maybe(anyList),
  /** Until 2022. */
  instrumentationLibrarySpans: maybe(anyList),
});

export const ScopeSpans = record({ spans: anyList });

const Context = record({ traceId: maybeText, trace_id: maybeText, spanId: maybeText, span_id: maybeText });

/** A span in any of the forms; ids are hex, base64 or `0x…`. */
export const AnySpan = record({
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
  /** Phoenix. */
  span_kind: maybeText,
});
export type AnySpan = v.InferOutput<typeof AnySpan>;
