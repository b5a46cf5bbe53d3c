import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { AnySpan, Export, ResourceSpans, ScopeSpans } from './format.ts';
import { respelled } from './other-spellings.ts';
import type { Respelled } from './other-spellings.ts';

export interface PlacedSpan {
  readonly span: AnySpan;
  readonly place: Path;
  readonly spelled: Respelled;
}

/** Every span of a file, in any of the forms and in whatever order; at most `limit` of them, to look at first. */
export function spansIn(value: Value, limit = Number.POSITIVE_INFINITY): readonly PlacedSpan[] {
  const found: PlacedSpan[] = [];
  const isFull = () => found.length >= limit;
  const add = (list: Value | undefined, place: Path) => {
    for (const [index, one] of entriesOf(list)) {
      if (isFull()) return;
      const spelled = respelled(one);
      const span = v.safeParse(AnySpan, spelled.span);
      if (span.success && isSpan(span.output)) found.push({ span: span.output, place: [...place, index], spelled });
    }
  };
  const addExport = (one: Value, place: Path) => {
    const parsed = v.safeParse(Export, one);
    if (!parsed.success) return addResource(one, place);
    for (const key of ['resourceSpans', 'resource_spans', 'batches'] as const) {
      for (const [index, resource] of entriesOf(parsed.output[key])) addResource(resource, [...place, key, index]);
    }
  };
  const addResource = (one: Value, place: Path) => {
    const parsed = v.safeParse(ResourceSpans, one);
    if (!parsed.success) return;
    for (const key of ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'] as const) {
      for (const [index, scope] of entriesOf(parsed.output[key])) {
        const spans = v.safeParse(ScopeSpans, scope);
        if (spans.success) add(spans.output.spans, [...place, key, index, 'spans']);
      }
    }
  };
  if (isRecord(value)) {
    addExport(value, []);
    for (const key of ['data', 'spans', 'rows'] as const) add(value[key], [key]);
    for (const [index, one] of entriesOf(value['data'])) {
      if (isRecord(one)) add(one['spans'], ['data', index, 'spans']);
    }
    add([value], []);
    // A span that is the whole document has no index.
    return found.map((one) => (one.place.length === 1 && one.place[0] === 0 ? { ...one, place: [] } : one));
  }
  for (const [index, one] of entriesOf(value)) {
    addExport(one, [index]);
    // Zipkin lists traces, each a list of spans.
    add(one, [index]);
  }
  add(value, []);
  return found;
}

function entriesOf(list: Value | undefined): readonly (readonly [number, Value])[] {
  return Array.isArray(list) ? [...(list as readonly Value[]).entries()] : []; // narrowed to any[]
}

/** A span has ids of its own and of its trace, and began at some time. */
function isSpan(span: AnySpan): boolean {
  const { traceId, trace_id, spanContext, context } = span;
  const hasTrace = (traceId ?? trace_id ?? spanContext?.traceId ?? context?.trace_id ?? context?.traceId) !== undefined;
  const hasId =
    (span.spanId ?? span.span_id ?? spanContext?.spanId ?? context?.span_id ?? context?.spanId) !== undefined;
  const began = span.startTimeUnixNano ?? span.start_time_unix_nano ?? span.startTime ?? span.start_time;
  return hasTrace && hasId && began !== undefined && began !== null;
}

/** How much of attributes that are JSON as text is looked at. */
const sample = 20_000;

const vocabulary = /"(?:openinference|gen_ai|ai|traceloop|llm|langsmith)\./;

/** Are its attributes in a vocabulary that tells of language models? */
export const isKnown = ({ span }: PlacedSpan): boolean =>
  span.span_kind !== undefined || vocabulary.test(JSON.stringify(keysOf(span.attributes)));

/** Logfire's API gives a table column by column unless it is asked for rows: no span has a place there. */
export const isByColumn = (value: Value): boolean =>
  isRecord(value) && entriesOf(value['columns']).some(([, one]) => isRecord(one) && one['name'] === 'span_name');

function keysOf(attributes: Value | undefined): readonly (Value | undefined)[] {
  if (typeof attributes === 'string') return [attributes.slice(0, sample)];
  if (Array.isArray(attributes)) {
    return (attributes as readonly Value[]).map((one) => (isRecord(one) ? one['key'] : null)); // narrowed to any[]
  }
  return attributes !== undefined && isRecord(attributes) ? Object.keys(attributes) : [];
}
