import { isRecord, type Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';
import { oneOrMany, type Placed } from '../values/elements.ts';
import { momentIn, type Time } from '../values/moments.ts';
import { fieldAt, textAt, valueIn } from '../values/where.ts';
import { opened } from '../values/written-value.ts';
import { attributesIn, type Attributes } from './attributes.ts';
import { exportedIn, otlpValue } from './otlp.ts';

/**
 * Log records of OpenTelemetry: OTLP in JSON, or the output of Python's console exporter. Instrumentations
 * report calls of language models as events, which are log records with a name (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-events/):
 * `gen_ai.client.inference.operation.details` since 2025, before that one for each message.
 */
export interface LogEvent {
  readonly name: string | undefined;
  readonly body: Value | undefined;
  readonly attributes: Attributes;
  readonly trace: string;
  readonly span: string;
  readonly time: Time | undefined;
  readonly place: Placed['place'];
}

/** Every log record of a file; at most `limit` of them, for a first check. */
export function recordsIn(value: Value, limit = Number.POSITIVE_INFINITY): readonly Placed[] {
  const found: Placed[] = [];
  for (const one of oneOrMany(value)) {
    const exported = exportedIn(one, { resources: 'resource_logs', scopes: 'scope_logs', entries: 'log_records' });
    found.push(...[one, ...exported].filter((record) => isLogRecord(record.value)));
    if (found.length >= limit) break;
  }
  return found;
}

/** A record has a severity or a name, and a time of its own; spans have neither severity nor body. */
function isLogRecord(record: Value): boolean {
  const isTimed = valueIn(record, ['time_unix_nano', 'timestamp']) !== undefined;
  const isLogged = valueIn(record, 'severity_number') !== undefined || textAt(record, 'event_name') !== undefined;
  return isTimed && isLogged && textAt(record, ['trace_id', 'span_id']) !== undefined;
}

export function eventOf({ value, place }: Placed, report: ImportReport): LogEvent {
  const attributes = attributesIn(value, 'attributes', place);
  const name = textAt(value, 'event_name') ?? attributes.text('event.name');
  const moments = [
    { field: 'time_unix_nano', as: 'nanoseconds' },
    { field: 'timestamp', as: 'shortened text' },
  ] as const;
  return {
    name: name === '' ? undefined : name,
    body: bodyOf(fieldAt(value, 'body')),
    attributes,
    trace: bareId(textAt(value, 'trace_id')) ?? '',
    span: bareId(textAt(value, 'span_id')) ?? '',
    time: momentIn(value, moments, place, report),
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
