import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { instantOfNanos, nanosOf, readInstant } from '../../importing/values/instants.ts';
import type { Noting } from '../../importing/noting.ts';
import { opened } from '../../importing/values/written-value.ts';
import { OtlpAttribute, otlpValue } from '../../importing/spans/otlp-value.ts';
import type { LogRecord } from './format.ts';
import type { PlacedRecord } from './shapes.ts';

/** A log record as all its forms have it. */
export interface LogEvent {
  readonly name: string | undefined;
  readonly body: Value | undefined;
  readonly attributes: RecordValue;
  readonly trace: string;
  readonly span: string;
  /** Nanoseconds since 1970. */
  readonly nanos: bigint | undefined;
  readonly at: string | undefined;
  readonly place: Path;
}

export function eventOf({ log, place }: PlacedRecord, noting: Noting): LogEvent {
  const attributes = attributesOf(log.attributes);
  const named = log.eventName ?? log.event_name ?? entry(attributes, 'event.name');
  const nanos = nanosIn(log, place, noting);
  return {
    name: typeof named === 'string' && named !== '' ? named : undefined,
    body: bodyOf(log.body),
    attributes,
    trace: log.traceId ?? log.trace_id ?? '',
    span: log.spanId ?? log.span_id ?? '',
    nanos,
    at: nanos === undefined ? undefined : instantOfNanos(nanos),
    place,
  };
}

function attributesOf(written: LogRecord['attributes']): RecordValue {
  if (written === undefined) return {};
  if (!isList(written)) return written;
  const pairs = [...written].flatMap((one) => {
    const parsed = v.safeParse(OtlpAttribute, one);
    return parsed.success ? [[parsed.output.key, otlpValue(parsed.output.value)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** OTLP wraps the body as it does the values of attributes; some exporters write what it holds as JSON. */
function bodyOf(body: Value | undefined): Value | undefined {
  if (body === undefined) return undefined;
  const keys = isRecord(body) ? Object.keys(body) : [];
  const isWrapped = keys.length === 1 && /^[a-z]+_?value$/i.test(keys[0] ?? '');
  return opened(isRecord(body) && isWrapped ? otlpValue(body) : body);
}

function nanosIn(log: LogRecord, place: Path, noting: Noting): bigint | undefined {
  const written = log.timeUnixNano ?? log.time_unix_nano;
  if (typeof written === 'bigint') return written;
  if (typeof written === 'number' && Number.isSafeInteger(written)) return BigInt(written);
  if (typeof written === 'string' && /^\d{1,20}$/.test(written)) return BigInt(written);
  const instant = readInstant(log.timestamp, [...place, 'timestamp'], noting);
  return instant === undefined ? undefined : nanosOf(instant);
}
