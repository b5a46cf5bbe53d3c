import * as v from 'valibot';
import { Double, isList, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { Span, SpanKind } from '../../importing/spans/spans.ts';
import { orElse, readAttributes, type Attributes } from '../../importing/otel/attributes.ts';
import { bareId, isOfModel, type LogEvent } from '../../importing/otel/log-event.ts';
import { answeredIn, askedIn, Event } from '../../importing/otel/messages.ts';
import { documentsIn, toolInput, toolOutput } from '../../importing/otel/tool-values.ts';
import { callIdIn, endIn, kindOf, modelIn, offeredIn, tokensIn } from '../../importing/spans/vocabulary.ts';
import { instantOfNanos, nanosOf, nanosOfMicros, readInstant } from '../../importing/values/instants.ts';
import { idIn, traceIn, type AnySpan, type PlacedSpan } from './shapes.ts';

export interface ReadSpan {
  readonly trace: string;
  readonly span: Span;
  readonly attributes: Attributes;
}

/** `logged`: the log records with the span's id. */
export function spanOf({ span: recorded, place, spelled }: PlacedSpan, logged: readonly LogEvent[]): ReadSpan {
  const { attributesAt = ['attributes'], prefix, eventsAt } = spelled;
  const ownAttributes = readAttributes(recorded.attributes, [...place, ...attributesAt], prefix);
  const attributes = orElse(
    ownAttributes,
    logged.map((event) => event.attributes),
  );
  const ownKind = kindOf(ownAttributes, recorded.span_kind, recorded.name);
  const kind = ownKind === 'other' && logged.some(isOfModel) ? 'model' : ownKind;
  const { start, end } = timesOf(recorded, place, createImportReport());
  const source = { attributes, events: recorded.events, place, eventsAt, logged };
  const span: Span = {
    id: bareId(idIn(recorded)) ?? JSON.stringify(place),
    parent: parentIn(recorded),
    name: nameOf(kind, attributes, recorded.name),
    kind,
    place,
    start,
    end,
    startedAt: start === undefined ? undefined : instantOfNanos(start),
    endedAt: end === undefined ? undefined : instantOfNanos(end),
    error: errorIn(recorded, attributes),
    model: modelIn(attributes),
    tokens: tokensIn(attributes),
    callId: callIdIn(attributes),
    promptMessages: (report) => askedIn(source, report),
    answerMessages: (report) => answeredIn(source, report),
    ended: () => endIn(attributes),
    input: () => toolInput(source),
    output: () => (kind === 'retriever' ? documentsIn(attributes) : undefined) ?? toolOutput(source),
    offered: () => offeredIn(attributes),
    assumed: (report) => timesOf(recorded, place, report),
  };
  return { trace: bareId(traceIn(recorded)) ?? '', span, attributes };
}

function parentIn(recorded: AnySpan): string | undefined {
  const parent =
    recorded.parentSpanId ?? recorded.parent_span_id ?? recorded.parent_id ?? recorded.parentSpanContext?.spanId;
  // Some exporters write an id of zeros for spans without a parent.
  return parent === undefined || /^(?:(?:0x)?0*|A+=)$/.test(parent) ? undefined : bareId(parent);
}

const nameKeys: { readonly [K in SpanKind]?: readonly string[] } = {
  tool: ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'traceloop.entity.name'],
  agent: ['gen_ai.agent.name', 'agent.name', 'agent_name', 'traceloop.entity.name'],
};

/** Earlier versions of ADK write the names of tools and agents only into the span's name. */
const nameOf = (kind: SpanKind, attributes: Attributes, spanName: string): string =>
  attributes.text(...(nameKeys[kind] ?? [])) ??
  (kind === 'tool' ? /^execute_tool (.+)$/.exec(spanName)?.[1] : undefined) ??
  (kind === 'agent' ? /^agent_run \[(.+)\]$/.exec(spanName)?.[1] : undefined) ??
  spanName;

/** Status code 2 is an error, as number or name. `error.type` exists only if something failed. */
function errorIn({ status, status_code, status_message, events }: AnySpan, attributes: Attributes): string | undefined {
  const code = status?.['code'] ?? status?.['status_code'] ?? status_code;
  const type = attributes.text('error.type');
  const isFailed = code === 2 || code === 'STATUS_CODE_ERROR' || code === 'ERROR';
  if (!isFailed && type === undefined && attributes.get('tool.status') !== 'error') return undefined;
  const message = status?.['message'] ?? status?.['description'] ?? status_message;
  if (typeof message === 'string' && message !== '') return message;
  return exceptionIn(events) ?? attributes.text('exception.message') ?? type ?? 'the span’s status is an error';
}

function exceptionIn(events: readonly Value[] | undefined): string | undefined {
  for (const value of events ?? []) {
    const event = v.safeParse(Event, value);
    if (!event.success || event.output.name !== 'exception') continue;
    const message = readAttributes(event.output.attributes, []).text('exception.message', 'exception.type');
    if (message !== undefined) return message;
  }
  return undefined;
}

interface SpanTimes {
  /** Nanoseconds since 1970. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
}

/** Start and end of a span. If the unit of a plain number is assumed, the report contains a note. */
function timesOf(span: AnySpan, place: Path, report: ImportReport): SpanTimes {
  const start = timeIn(span, ['startTimeUnixNano', 'start_time_unix_nano'], ['startTime', 'start_time'], place, report);
  const ended = timeIn(span, ['endTimeUnixNano', 'end_time_unix_nano'], ['endTime', 'end_time'], place, report);
  // Exporters write the end time 0 for a span that has not ended.
  return { start, end: ended !== undefined && start !== undefined && ended < start ? undefined : ended };
}

type TimeKey = `${'start' | 'end'}${'TimeUnixNano' | '_time_unix_nano' | 'Time' | '_time'}`;

function timeIn(
  span: AnySpan,
  inNanos: readonly TimeKey[],
  inAnyUnit: readonly TimeKey[],
  place: Path,
  report: ImportReport,
): bigint | undefined {
  const firstPresent = (keys: readonly TimeKey[]) =>
    keys.map((key) => ({ key, value: span[key] })).find(({ value }) => value !== undefined && value !== null);
  const nanos = nanosIn(firstPresent(inNanos)?.value);
  if (nanos !== undefined) return nanos;
  const other = firstPresent(inAnyUnit) ?? firstPresent(inNanos);
  return other && ofAnyForm(other.value, [...place, other.key], report);
}

/** `[seconds, nanoseconds]` as in the JavaScript SDK, ISO 8601, or a number whose unit follows only from its size. */
function ofAnyForm(value: Value | undefined, place: Path, report: ImportReport): bigint | undefined {
  if (isList(value ?? null)) return ofPair(value ?? null);
  const number = numberIn(value);
  if (number !== undefined) return ofAnyUnit(number, place, report);
  const instant = readInstant(value, place, report);
  return instant === undefined ? undefined : nanosOf(instant);
}

function ofPair(value: Value): bigint | undefined {
  const [seconds, nanos] = isList(value) ? [...value] : [];
  if (typeof seconds !== 'number' || typeof nanos !== 'number') return undefined;
  return Number.isSafeInteger(seconds) && Number.isSafeInteger(nanos)
    ? BigInt(seconds) * 1_000_000_000n + BigInt(nanos)
    : undefined;
}

function nanosIn(value: Value | undefined): bigint | undefined {
  if (isList(value ?? null)) return ofPair(value ?? null);
  const number = numberIn(value);
  return typeof number === 'number' ? (Number.isSafeInteger(number) ? BigInt(number) : undefined) : number;
}

/** Integers that a double cannot represent stay exact. */
function numberIn(value: Value | undefined): number | bigint | undefined {
  if (value instanceof Double) return value.value;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string' || !/^\d{1,30}$/.test(value)) return undefined;
  return value.length > 15 ? BigInt(value) : Number(value);
}

/** In each of these units, a time after 1973 is above the limit of the unit before it. */
const units = [
  { unit: 'seconds', below: 1e11, nanos: 1e9 },
  { unit: 'milliseconds', below: 1e14, nanos: 1e6 },
  { unit: 'microseconds', below: 1e17, nanos: 1e3 },
  { unit: 'nanoseconds', below: 1e20, nanos: 1 },
] as const;

/** A smaller number is relative to an unknown moment, such as the start of the program. */
const earliest = 1e9;

function ofAnyUnit(number: number | bigint, place: Path, report: ImportReport): bigint | undefined {
  const found = number < earliest ? undefined : units.find(({ below }) => number < below);
  if (found === undefined) return typeof number === 'bigint' ? number : nanosIn(number);
  report.note(
    'assumed',
    `otel-spans/${found.unit}`,
    place,
    (n) =>
      `${counted(n, 'time')} written as a number without its unit: taken as ${found.unit} since 1970, by its size.`,
  );
  if (typeof number === 'bigint') return number * BigInt(found.nanos);
  // For present-day times, a double represents whole microseconds exactly.
  return nanosOfMicros((number * found.nanos) / 1000);
}
