import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { Export, LogRecord, ResourceLogs, ScopeLogs } from './log-format.ts';

export interface PlacedRecord {
  readonly log: LogRecord;
  readonly place: Path;
}

/** Every log record of a file; at most `limit` of them, to look at first. */
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
