import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { Double, isRecord, type Value } from '../../model/value.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import type { Span as TraceSpan, SpanKind } from '../../importing/spans/spans.ts';
import { spanOfValues, type PlacedValue } from '../../importing/spans/span-of-values.ts';
import { tokensTold } from '../../importing/values/tokens.ts';
import { Span } from './format.ts';
import { messagesOf } from './messages.ts';
import { kindIn, type PlacedSpan } from './shapes.ts';

export interface ReadSpan {
  readonly trace: string;
  readonly written: Span;
  readonly span: TraceSpan;
}

/** Undefined for what is no span. */
export function spanOf({ span: row, place }: PlacedSpan): ReadSpan | undefined {
  const parsed = v.safeParse(Span, row);
  if (!parsed.success) return undefined;
  const written = parsed.output;
  const { meta = {}, metrics = {} } = written;
  const kind = kinds.get(kindIn(row) ?? '') ?? 'other';
  const start = nanosIn(written.start_ns);
  const took = nanosIn(written.duration);
  const tokens = tokensTold(countIn(metrics.input_tokens), countIn(metrics.output_tokens));
  const offered = meta.tool_definitions ?? written.tool_definitions ?? [];
  return {
    trace: idIn(written.trace_id) ?? '',
    written,
    span: spanOfValues({
      id: idIn(written.span_id) ?? JSON.stringify(place),
      parent: idIn(written.parent_id),
      name: written.name ?? kind,
      kind,
      place,
      start,
      end: start === undefined || took === undefined ? undefined : start + took,
      error: errorIn(written),
      model: kind === 'model' ? (meta.model_name ?? written.model_name) : undefined,
      tokens: kind === 'model' ? tokens : undefined,
      given: sideOf(written, 'input', place),
      gave: sideOf(written, 'output', place),
      offered: offered.flatMap((tool) => (isRecord(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [])),
    }),
  };
}

/** https://docs.datadoghq.com/llm_observability/terms/; workflows and tasks are steps of a program. */
const kinds: ReadonlyMap<string, SpanKind> = new Map([
  ['llm', 'model'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['retrieval', 'retriever'],
  ['embedding', 'embedding'],
]);

function sideOf(written: Span, side: 'input' | 'output', place: Path): PlacedValue {
  const inMeta = written.meta?.[side];
  const held = inMeta ?? written[side];
  const at = [...place, ...(inMeta === undefined ? [] : ['meta']), side];
  for (const key of ['messages', 'documents', 'value'] as const) {
    const value = held?.[key];
    if (value === undefined || value === null) continue;
    return { value: key === 'messages' ? messagesOf(value, side) : value, place: [...at, key] };
  }
  return { value: undefined, place: at };
}

function idIn(value: Value | undefined): string | undefined {
  const id = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  return typeof id === 'string' && !['', '0', 'undefined'].includes(id) ? id : undefined;
}

function nanosIn(value: Value | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  const number = value instanceof Double ? value.value : value;
  if (typeof number === 'string' && /^\d{1,25}$/.test(number)) return BigInt(number);
  return typeof number === 'number' && Number.isFinite(number) ? BigInt(Math.round(number)) : undefined;
}

function errorIn({ status, status_message, meta }: Span): string | undefined {
  const held = meta?.error?.['message'];
  const said = meta?.['error.message'] ?? (typeof held === 'string' ? held : undefined);
  if (status !== 'error' && (said === undefined || said === '')) return undefined;
  return [said, status_message].find((words) => words !== undefined && words !== '') ?? 'its status is an error';
}
