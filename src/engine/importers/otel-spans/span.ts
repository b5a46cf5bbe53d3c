import * as v from 'valibot';
import { isList, isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { instantOfNanos } from '../../importing/values/instants.ts';
import { createNoting } from '../../importing/noting.ts';
import type { Span, SpanKind } from '../../importing/spans/spans.ts';
import type { Tokens } from '../../importing/transcript/transcript.ts';
import { opened } from '../../importing/values/written-value.ts';
import { readAttributes } from './attributes.ts';
import type { Attributes } from './attributes.ts';
import { answeredIn, askedIn } from './conversation.ts';
import { Event } from './format.ts';
import type { AnySpan } from './format.ts';
import { kindOf } from './kind.ts';
import type { PlacedSpan } from './shapes.ts';
import { timesOf } from './times.ts';
import { documentsIn, toolInput, toolOutput } from './tool-values.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

export interface ReadSpan {
  readonly trace: string;
  readonly span: Span;
  readonly attributes: Attributes;
}

export function spanOf({ span: written, place, spelled }: PlacedSpan): ReadSpan {
  const { attributesAt = ['attributes'], prefix, eventsAt } = spelled;
  const attributes = readAttributes(written.attributes, [...place, ...attributesAt], prefix);
  const kind = kindOf(attributes, written.span_kind, written.name);
  const { start, end } = timesOf(written, place, createNoting());
  const source = { attributes, events: written.events, place, eventsAt };
  const span: Span = {
    id: idIn(written) ?? JSON.stringify(place),
    parent: parentIn(written),
    name: nameOf(kind, attributes, written.name),
    kind,
    place,
    start,
    end,
    startedAt: start === undefined ? undefined : instantOfNanos(start),
    endedAt: end === undefined ? undefined : instantOfNanos(end),
    error: errorIn(written, attributes),
    model: attributes.text(...modelKeys),
    tokens: tokensIn(attributes),
    callId: attributes.text('gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'gcp.vertex.agent.tool_call_id'),
    asked: (noting) => askedIn(source, noting),
    answered: (noting) => answeredIn(source, noting),
    ended: () => endIn(attributes),
    input: () => toolInput(source),
    output: () => (kind === 'retriever' ? documentsIn(attributes) : undefined) ?? toolOutput(source),
    offered: () => offeredIn(attributes),
    assumed: (noting) => timesOf(written, place, noting),
  };
  return { trace: traceIn(written) ?? '', span, attributes };
}

const idIn = ({ spanId, span_id, spanContext, context }: AnySpan): string | undefined =>
  spanId ?? span_id ?? spanContext?.spanId ?? context?.span_id ?? context?.spanId;

const traceIn = ({ traceId, trace_id, spanContext, context }: AnySpan): string | undefined =>
  traceId ?? trace_id ?? spanContext?.traceId ?? context?.trace_id ?? context?.traceId;

function parentIn(written: AnySpan): string | undefined {
  const parent =
    written.parentSpanId ?? written.parent_span_id ?? written.parent_id ?? written.parentSpanContext?.spanId;
  // Some exporters write a span without a parent as one whose parent is nobody.
  return parent === undefined || /^(?:(?:0x)?0*|A+=)$/.test(parent) ? undefined : parent;
}

const modelKeys = [
  'gen_ai.response.model',
  'ai.response.model',
  'llm.model_name',
  'gen_ai.request.model',
  'ai.model.id',
];

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

/** One reason for each choice, in a list or as JSON. */
function endIn(attributes: Attributes): string | undefined {
  const written = endKeys.map((key) => attributes.get(key)).find((value) => value !== undefined && value !== null);
  const reasons = opened(written ?? null);
  const [reason] = isList(reasons) ? [...reasons] : [reasons];
  return typeof reason === 'string' ? reason : undefined;
}

const endKeys = [
  'gen_ai.response.finish_reasons',
  'gen_ai.response.finish_reason',
  'ai.response.finishReason',
  'llm.finish_reason',
  'llm.response.finish_reason',
  'llm.response.stop_reason',
];

const tokenKeys = [
  ['llm.token_count.prompt', 'llm.token_count.completion'],
  ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'],
  ['gen_ai.usage.prompt_tokens', 'gen_ai.usage.completion_tokens'],
  ['ai.usage.inputTokens', 'ai.usage.outputTokens'],
  ['ai.usage.promptTokens', 'ai.usage.completionTokens'],
] as const;

function tokensIn(attributes: Attributes): Tokens | undefined {
  const told = tokenKeys.flatMap(
    ([input, output]) => tokensTold(countIn(attributes.get(input)), countIn(attributes.get(output))) ?? [],
  );
  return told.find(({ prompt, completion }) => prompt !== undefined && completion !== undefined) ?? told[0];
}

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

function offeredIn(attributes: Attributes): readonly string[] {
  const schemas = attributes.list('llm.tools').map(({ value }) => inner(inner(value, 'tool'), 'json_schema'));
  const listed = ['gen_ai.tool.definitions', 'ai.prompt.tools'].flatMap((key) => {
    const value = opened(attributes.get(key) ?? null);
    return Array.isArray(value) ? (value as readonly Value[]) : []; // narrowed to any[]
  });
  const functions = attributes.list('llm.request.functions').map(({ value }) => value);
  return [...schemas, ...listed, ...functions].map(functionName).filter((name) => name !== undefined);
}

const inner = (value: Value, key: string): Value => (isRecord(value) ? (value[key] ?? null) : null);

function functionName(tool: Value): string | undefined {
  const schema = opened(tool);
  const name = inner(inner(schema, 'function'), 'name') ?? inner(schema, 'name');
  return typeof name === 'string' ? name : undefined;
}
