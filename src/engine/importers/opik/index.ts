import type { Value } from '../../model/value.ts';
import type { WrittenTrace } from '../../importing/spans/format.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { type Placed, rowsIn, groupedBy } from '../../importing/values/elements.ts';
import { entriesAt, fits, recordAt, textIn } from '../../importing/values/where.ts';

export const opik = spanImporter({
  id: 'opik',
  title: 'Opik traces',
  find: { traces: tracesIn },
  format: () => import('./format.ts'),
});

/** Traces with their spans, as `opik export` writes them, or spans alone, as the SDKs and the API list them. */
function tracesIn(document: Value): readonly WrittenTrace[] {
  const rows = rowsIn(document, ['content']);
  const exported = rows.flatMap((row) => {
    const trace = recordAt(row.value, 'trace');
    const spans = entriesAt(row, 'spans');
    const isTrace = trace !== undefined && spans.some(isSpan);
    return isTrace ? [{ about: { value: trace, place: [...row.place, 'trace'] }, spans }] : [];
  });
  return exported.length > 0 ? exported : byTrace(rows.filter(isSpan));
}

function byTrace(spans: readonly Placed[]): readonly WrittenTrace[] {
  const groups = groupedBy(spans, ({ value }) => textIn(value, 'trace_id') ?? '');
  return [...groups].map(([id, own]) => ({ about: { value: { id }, place: own[0]?.place ?? [] }, spans: own }));
}

const types = ['general', 'tool', 'llm', 'guardrail'];

const isSpan = ({ value }: Placed): boolean =>
  fits(value, { id: 'text', trace_id: 'text', type: types, start_time: 'there' }) &&
  ['parent_span_id', 'project_id', 'project_name'].some((key) => fits(value, { [key]: 'there' }));
