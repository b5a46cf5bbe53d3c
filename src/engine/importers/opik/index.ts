import { isRecord, type Value } from '../../model/value.ts';
import type { WrittenTrace } from '../../importing/spans/format.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { elementsOf, type Placed, rowsIn, groupedBy } from '../../importing/values/elements.ts';
import { textIn } from '../../importing/values/where.ts';

export const opik = spanImporter({
  id: 'opik',
  title: 'Opik traces',
  find: { traces: tracesIn },
  format: () => import('./format.ts'),
});

/** Traces with their spans, as `opik export` writes them, or spans alone, as the SDKs and the API list them. */
function tracesIn(document: Value): readonly WrittenTrace[] {
  const rows = rowsIn(document, ['content']);
  const exported = rows.flatMap(({ value, place }) => {
    if (!isRecord(value) || !isRecord(value['trace'] ?? null)) return [];
    const spans = elementsOf(value['spans'] ?? null).map((span, index) => ({
      value: span,
      place: [...place, 'spans', index],
    }));
    const about = { value: value['trace'] ?? null, place: [...place, 'trace'] };
    return spans.some((span) => isSpan(span.value)) ? [{ about, spans }] : [];
  });
  return exported.length > 0 ? exported : byTrace(rows.filter(({ value }) => isSpan(value)));
}

function byTrace(spans: readonly Placed[]): readonly WrittenTrace[] {
  const groups = groupedBy(spans, ({ value }) => textIn(value, 'trace_id') ?? '');
  return [...groups].map(([id, own]) => ({ about: { value: { id }, place: own[0]?.place ?? [] }, spans: own }));
}

const types: ReadonlySet<unknown> = new Set(['general', 'tool', 'llm', 'guardrail']);

const isSpan = (value: Value): boolean =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['trace_id'] === 'string' &&
  types.has(value['type']) &&
  'start_time' in value &&
  ['parent_span_id', 'project_id', 'project_name'].some((key) => key in value);
