import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { instantOfNanos } from '../../importing/values/instants.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { Span, SpanKind } from '../../importing/spans/spans.ts';
import { orElse, readAttributes, type Attributes } from '../../importing/otel/attributes.ts';
import { answeredIn, askedIn } from '../../importing/otel/conversation.ts';
import { bareId, isOfModel, type LogEvent } from '../../importing/otel/log-event.ts';
import { Event } from '../../importing/otel/message-events.ts';
import { callIdIn, endIn, modelIn, offeredIn, tokensIn } from '../../importing/otel/span-facts.ts';
import type { AnySpan } from './format.ts';
import { kindOf } from './kind.ts';
import type { PlacedSpan } from './shapes.ts';
import { timesOf } from './times.ts';
import { documentsIn, toolInput, toolOutput } from '../../importing/otel/tool-values.ts';

export interface ReadSpan {
  readonly trace: string;
  readonly span: Span;
  readonly attributes: Attributes;
}

/** `logged`: log records that bear the span's id. */
export function spanOf({ span: written, place, spelled }: PlacedSpan, logged: readonly LogEvent[]): ReadSpan {
  const { attributesAt = ['attributes'], prefix, eventsAt } = spelled;
  const own = readAttributes(written.attributes, [...place, ...attributesAt], prefix);
  const attributes = orElse(
    own,
    logged.map((event) => event.attributes),
  );
  const said = kindOf(own, written.span_kind, written.name);
  const kind = said === 'other' && logged.some(isOfModel) ? 'model' : said;
  const { start, end } = timesOf(written, place, createImportReport());
  const source = { attributes, events: written.events, place, eventsAt, logged };
  const span: Span = {
    id: bareId(idIn(written)) ?? JSON.stringify(place),
    parent: parentIn(written),
    name: nameOf(kind, attributes, written.name),
    kind,
    place,
    start,
    end,
    startedAt: start === undefined ? undefined : instantOfNanos(start),
    endedAt: end === undefined ? undefined : instantOfNanos(end),
    error: errorIn(written, attributes),
    model: modelIn(attributes),
    tokens: tokensIn(attributes),
    callId: callIdIn(attributes),
    asked: (report) => askedIn(source, report),
    answered: (report) => answeredIn(source, report),
    ended: () => endIn(attributes),
    input: () => toolInput(source),
    output: () => (kind === 'retriever' ? documentsIn(attributes) : undefined) ?? toolOutput(source),
    offered: () => offeredIn(attributes),
    assumed: (report) => timesOf(written, place, report),
  };
  return { trace: bareId(traceIn(written)) ?? '', span, attributes };
}

export const idIn = ({ spanId, span_id, spanContext, context }: AnySpan): string | undefined =>
  spanId ?? span_id ?? spanContext?.spanId ?? context?.span_id ?? context?.spanId;

export const traceIn = ({ traceId, trace_id, spanContext, context }: AnySpan): string | undefined =>
  traceId ?? trace_id ?? spanContext?.traceId ?? context?.trace_id ?? context?.traceId;

function parentIn(written: AnySpan): string | undefined {
  const parent =
    written.parentSpanId ?? written.parent_span_id ?? written.parent_id ?? written.parentSpanContext?.spanId;
  // Some exporters write a span without a parent as one whose parent is nobody.
  return parent === undefined || /^(?:(?:0x)?0*|A+=)$/.test(parent) ? undefined : bareId(parent);
}

const nameKeys: { readonly [K in SpanKind]?: readonly string[] } = {
  tool: ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'traceloop.entity.name'],
  agent: ['gen_ai.agent.name', 'agent.name', 'agent_name', 'traceloop.entity.name'],
};

/** ADK's earlier versions name tools and agents in the span's name alone. */
const nameOf = (kind: SpanKind, attributes: Attributes, written: string): string =>
  attributes.text(...(nameKeys[kind] ?? [])) ??
  (kind === 'tool' ? /^execute_tool (.+)$/.exec(written)?.[1] : undefined) ??
  (kind === 'agent' ? /^agent_run \[(.+)\]$/.exec(written)?.[1] : undefined) ??
  written;

/** Code 2 is an error, by number or by name. Conventions set `error.type` only where something failed. */
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
    const said = readAttributes(event.output.attributes, []).text('exception.message', 'exception.type');
    if (said !== undefined) return said;
  }
  return undefined;
}
