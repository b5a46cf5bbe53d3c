import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { instantOfNanos, nanosOf, readInstant } from '../values/instants.ts';
import type { ImportReport } from '../import-report.ts';
import { opened } from '../values/written-value.ts';
import { readAttributes, type Attributes } from './attributes.ts';
import { otlpValue } from './otlp-value.ts';
import type { LogRecord } from './log-format.ts';
import type { PlacedRecord } from './log-records.ts';

/** A log record as all its forms have it. */
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

/** Spans and log records of one program may be written by exporters that disagree on the `0x` in front of an id. */
export const bareId = (id: string | undefined): string | undefined => id?.replace(/^0x/, '');

/** By the names of the events about model calls: one for the whole of a call, or one for each message. */
const names: ReadonlySet<string> = new Set([
  'gen_ai.client.inference.operation.details',
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.assistant.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
]);

export const isOfModel = ({ name }: LogEvent): boolean => name !== undefined && names.has(name);

/** OTLP wraps the body as it does the values of attributes; some exporters write what it holds as JSON. */
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
