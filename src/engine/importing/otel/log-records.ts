import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../values/schema.ts';

/**
 * Log records of OpenTelemetry: OTLP in JSON, or the output of Python's console exporter. Instrumentations
 * report calls of language models as events, which are log records with a name (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-events/):
 * `gen_ai.client.inference.operation.details` since 2025, before that one for each message.
 */
const Export = v.union([record({ resourceLogs: anyList }), record({ resource_logs: anyList })]);

const ResourceLogs = record({ scopeLogs: maybe(anyList), scope_logs: maybe(anyList) });
const ScopeLogs = record({ logRecords: maybe(anyList), log_records: maybe(anyList) });

/** Ids are hex, base64 or `0x…`; times are strings of nanoseconds, or ISO 8601. */
const LogRecord = record({
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

export interface PlacedRecord {
  readonly log: LogRecord;
  readonly place: Path;
}

/** Every log record of a file; at most `limit` of them, for a first check. */
export function recordsIn(value: Value, limit = Number.POSITIVE_INFINITY): readonly PlacedRecord[] {
  const found: PlacedRecord[] = [];
  const add = (one: Value, place: Path) => {
    const log = found.length < limit ? v.safeParse(LogRecord, one) : undefined;
    if (log?.success === true && isLogRecord(log.output)) found.push({ log: log.output, place });
  };
  const addExport = (one: Value, place: Path) => {
    if (!v.is(Export, one) || !isRecord(one)) return false;
    for (const [resource, at] of listUnder(one, ['resourceLogs', 'resource_logs'], place)) {
      if (!v.is(ResourceLogs, resource)) continue;
      for (const [scope, where] of listUnder(resource, ['scopeLogs', 'scope_logs'], at)) {
        if (!v.is(ScopeLogs, scope)) continue;
        for (const [log, there] of listUnder(scope, ['logRecords', 'log_records'], where)) add(log, there);
      }
    }
    return true;
  };
  if (!isList(value)) {
    if (!addExport(value, [])) add(value, []);
    return found;
  }
  let index = 0;
  for (const one of value) {
    if (found.length >= limit) break;
    if (!addExport(one, [index])) add(one, [index]);
    index++;
  }
  return found;
}

function* listUnder(holder: Value, keys: readonly string[], place: Path): Generator<readonly [Value, Path]> {
  if (!isRecord(holder)) return;
  for (const key of keys) {
    const list = holder[key];
    if (list === undefined || !isList(list)) continue;
    let index = 0;
    for (const one of list) yield [one, [...place, key, index++]];
  }
}

/** A record has a severity or a name, and a time of its own; spans have neither severity nor body. */
function isLogRecord(log: LogRecord): boolean {
  const hasTime = (log.timeUnixNano ?? log.time_unix_nano ?? log.timestamp ?? null) !== null;
  const isLogged = (log.severityNumber ?? log.severity_number ?? log.eventName ?? log.event_name) !== undefined;
  const hasTrace = (log.traceId ?? log.trace_id ?? log.spanId ?? log.span_id) !== undefined;
  return hasTime && isLogged && hasTrace;
}
