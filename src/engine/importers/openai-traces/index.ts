import { isRecord, type Value } from '../../model/value.ts';
import type { WrittenTrace } from '../../importing/spans/format.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { elementsOf, oneOrMany, type Placed, groupedBy } from '../../importing/values/elements.ts';
import { fieldIn, textIn } from '../../importing/values/where.ts';

export const openaiTraces = spanImporter({
  id: 'openai-traces',
  title: 'OpenAI Agents SDK traces',
  find: { traces: tracesIn },
  format: () => import('./format.ts'),
});

/** The traces and spans of an export are in one list, in batches (`data`) of as many as came together. */
function tracesIn(document: Value): readonly WrittenTrace[] {
  const items = oneOrMany(document).flatMap(batchIn);
  const spans = items.filter(
    ({ value }) => isRecord(value) && value['object'] === 'trace.span' && 'span_data' in value,
  );
  const traces = items.filter(({ value }) => isRecord(value) && value['object'] === 'trace');
  const groups = groupedBy(spans, ({ value }) => textIn(value, 'trace_id') ?? '');
  return [...groups].map(([id, own]) => ({
    about: traces.find(({ value }) => textIn(value, 'id') === id) ?? { value: { id }, place: own[0]?.place ?? [] },
    spans: own,
  }));
}

function batchIn(row: Placed): readonly Placed[] {
  const batch = fieldIn(row.value, ['data', 'spans'], row.place);
  if (batch === undefined) return [row];
  return elementsOf(batch.value).map((value, index) => ({ value, place: [...batch.place, index] }));
}
