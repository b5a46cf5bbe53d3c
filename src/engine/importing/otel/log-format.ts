import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../values/schema.ts';

/**
 * Log records of OpenTelemetry: OTLP in JSON, or what Python's console exporter prints. Instrumentations tell of language
 * models in events, which are log records with a name (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-events/):
 * `gen_ai.client.inference.operation.details` since 2025, before that one for each message.
 */
export const Export = v.union([record({ resourceLogs: anyList }), record({ resource_logs: anyList })]);

export const ResourceLogs = record({ scopeLogs: maybe(anyList), scope_logs: maybe(anyList) });
export const ScopeLogs = record({ logRecords: maybe(anyList), log_records: maybe(anyList) });

/** Ids are hex, base64 or `0x…`; times strings of nanoseconds, or ISO 8601. */
export const LogRecord = record({
  body: maybe(anyValue),
  attributes: maybe(v.union([anyRecord, anyList])),
  eventName: maybeText,
  event_name: maybeText,
  traceId: maybeText,
  trace_id: maybeText,
  spanId: maybeText,
  span_id: maybeText,
  timeUnixNano: maybe(anyValue),
  time_unix_nano: maybe(anyValue),
  timestamp: maybe(anyValue),
  severityNumber: maybe(anyValue),
  severity_number: maybe(anyValue),
});
export type LogRecord = v.InferOutput<typeof LogRecord>;
