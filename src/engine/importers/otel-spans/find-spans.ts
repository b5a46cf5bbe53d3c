import { isRecord, type Value } from '../../model/value.ts';
import { exportedIn } from '../../importing/otel/otlp.ts';
import { elementsOf, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fieldAt, numberAt, textAt, textIn, valueIn } from '../../importing/values/where.ts';

/**
 * Spans of OpenTelemetry about language models, as exporters write them:
 *
 * | spelling | recognised by |
 * | --- | --- |
 * | OTLP in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding | `resourceSpans`; Tempo's responses have `batches` |
 * | span objects of the JavaScript SDK, and the output of Python's console exporter | `spanId`, `context.span_id` |
 * | spans of Phoenix: https://arize.com/docs/phoenix/tracing/how-to-tracing/importing-and-exporting-traces | the same |
 * | Phoenix's table of spans, as records | columns `context.span_id`, `attributes.…` |
 * | Jaeger: https://www.jaegertracing.io/docs/apis/ | `traceID`, `operationName`; `tags` and `logs` are lists of `{key, value}` |
 * | Zipkin: https://zipkin.io/zipkin-api/#/default/post_spans | `traceId`, `id`, `timestamp`, `duration`; `tags` is a record |
 * | the console exporter of OpenTelemetry's JavaScript SDK | the same, with `attributes` |
 * | rows of Logfire: https://logfire.pydantic.dev/docs/reference/sql/ | `span_name`, `start_timestamp` |
 *
 * Log records may be beside the spans, or there without them: see `importing/otel/log-records.ts`.
 */
export const fields = {
  name: ['span_name', 'operationName', 'name'],
  trace: ['trace_id', 'traceID', 'span_context.trace_id', 'context.trace_id', ['context.trace_id']],
  span: ['span_id', 'spanID', 'span_context.span_id', 'context.span_id', ['context.span_id'], idOfZipkin],
  /** Strings of nanoseconds; in any other field also `[seconds, nanoseconds]`, ISO 8601, or a number in any unit. */
  start: ['start_time_unix_nano', 'start_time', 'start_timestamp', 'timestamp'],
};

function idOfZipkin(span: Value): string | undefined {
  const isTimed = ['timestamp', 'duration'].every((name) => numberAt(span, name) !== undefined);
  return isTimed ? textAt(span, 'id') : undefined;
}

/** Finds the spans of a file in all supported forms; at most `limit` of them. */
export function spansIn(document: Value, limit = Number.POSITIVE_INFINITY): readonly Placed[] {
  const found: Placed[] = [];
  for (const one of oneOrMany(document)) {
    for (const candidate of candidatesIn(one, Array.isArray(document))) {
      if (found.length >= limit) return found;
      if (isSpan(candidate.value)) found.push(candidate);
    }
  }
  return found;
}

/** A record may be a span, or hold spans. Zipkin writes a list of traces; each trace is a list of spans. */
function candidatesIn(one: Placed, isInList: boolean): readonly Placed[] {
  const exported = exportedIn(one, {
    resources: ['resource_spans', 'batches'],
    // The second name was used until 2022.
    scopes: ['scope_spans', 'instrumentation_library_spans'],
    entries: 'spans',
  });
  if (isInList) return [...exported, ...entriesAt(one, ''), one];
  const rows = ['data', 'spans', 'rows'].flatMap((name) => entriesAt(one, name));
  return [...exported, ...rows, ...entriesAt(one, 'data').flatMap((trace) => entriesAt(trace, 'spans')), one];
}

/** A span needs a name, its own id, the id of its trace and a start time. Laminar's own spans, which have a type, are another format. */
function isSpan(span: Value): boolean {
  if (!isRecord(span) || /^[A-Z_]+$/.test(textIn(span, 'span_type') ?? '')) return false;
  const hasTexts = [fields.name, fields.trace, fields.span].every((field) => textIn(span, field) !== undefined);
  return hasTexts && valueIn(span, fields.start) !== undefined;
}

/** If the attributes are JSON text, at most this many characters are searched for a known vocabulary. */
const sample = 20_000;

/**
 * Four attribute vocabularies are supported: OpenTelemetry's own (https://opentelemetry.io/docs/specs/semconv/gen-ai/),
 * OpenInference (https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md), the AI SDK
 * (https://ai-sdk.dev/docs/ai-sdk-core/telemetry) and OpenLLMetry (https://www.traceloop.com/docs/openllmetry).
 */
const vocabulary = /"(?:attributes\.)?(?:openinference|gen_ai|ai|traceloop|llm|langsmith)\./;

/** Whether the attributes belong to a vocabulary for language models. */
export const isKnown = ({ value }: Placed): boolean =>
  textAt(value, 'span_kind') !== undefined ||
  vocabulary.test(JSON.stringify(keysOf(fieldAt(value, ['attributes', 'tags']) ?? value)));

/** Logfire's API returns the table by column unless the request asks for rows. In columns, a span has no single path. */
export const isByColumn = (value: Value): boolean =>
  elementsAt(value, 'columns').some((one) => textAt(one, 'name') === 'span_name');

function keysOf(attributes: Value): readonly (Value | undefined)[] {
  if (typeof attributes === 'string') return [attributes.slice(0, sample)];
  if (isRecord(attributes)) return Object.keys(attributes);
  return elementsOf(attributes).map((one) => fieldAt(one, 'key'));
}
