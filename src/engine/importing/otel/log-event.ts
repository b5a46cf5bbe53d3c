import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { instantOfNanos, nanosOf, readInstant } from '../values/instants.ts';
import type { ImportReport } from '../import-report.ts';
import { opened } from '../values/written-value.ts';
import { otlpValue, readAttributes, type Attributes } from './attributes.ts';
import type { LogRecord, PlacedRecord } from './log-records.ts';

/** A log record in one form, whichever exporter wrote it. */
export interface LogEvent {
  readonly name: string | undefined;
  readonly body: Value | undefined;
  readonly attributes: Attributes;
  readonly trace: string;
  readonly span: string;
  /** Nanoseconds since 1970. */
  readonly nanos: bigint | undefined;
  readonly at: string | undefined;
  readonly place: Path;
}

export function eventOf({ log, place }: PlacedRecord, report: ImportReport): LogEvent {
  const attributes = readAttributes(log.attributes, [...place, 'attributes']);
  const named = log.eventName ?? log.event_name ?? attributes.text('event.name');
  const nanos = nanosIn(log, place, report);
  return {
    name: named === '' ? undefined : named,
    body: bodyOf(log.body),
    attributes,
    trace: bareId(log.traceId ?? log.trace_id) ?? '',
    span: bareId(log.spanId ?? log.span_id) ?? '',
    nanos,
    at: nanos === undefined ? undefined : instantOfNanos(nanos),
    place,
  };
}

/** Without the `0x` that some exporters put in front of ids: spans and log records of one program must match. */
export const bareId = (id: string | undefined): string | undefined => id?.replace(/^0x/, '');

/** Names of the events about model calls: one event for a whole call, or one for each message. */
const names: ReadonlySet<string> = new Set([
  'gen_ai.client.inference.operation.details',
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.assistant.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
]);

export const isOfModel = ({ name }: LogEvent): boolean => name !== undefined && names.has(name);

/** OTLP wraps the body like the value of an attribute; some exporters write it as JSON text. */
function bodyOf(body: Value | undefined): Value | undefined {
  if (body === undefined) return undefined;
  const keys = isRecord(body) ? Object.keys(body) : [];
  const isWrapped = keys.length === 1 && /^[a-z]+_?value$/i.test(keys[0] ?? '');
  return opened(isRecord(body) && isWrapped ? otlpValue(body) : body);
}

function nanosIn(log: LogRecord, place: Path, report: ImportReport): bigint | undefined {
  const written = log.timeUnixNano ?? log.time_unix_nano;
  if (typeof written === 'bigint') return written;
  if (typeof written === 'number' && Number.isSafeInteger(written)) return BigInt(written);
  if (typeof written === 'string' && /^\d{1,20}$/.test(written)) return BigInt(written);
  const instant = readInstant(log.timestamp, [...place, 'timestamp'], report);
  return instant === undefined ? undefined : nanosOf(instant);
}
