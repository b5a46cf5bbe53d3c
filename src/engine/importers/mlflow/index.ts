import { isRecord, type Value } from '../../model/value.ts';
import type { WrittenTrace } from '../../importing/spans/format.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { elementsOf, oneOrMany } from '../../importing/values/elements.ts';
import { fieldIn, valueIn } from '../../importing/values/where.ts';

export const mlflow = spanImporter({
  id: 'mlflow',
  title: 'MLflow traces',
  find: { traces: tracesIn },
  format: () => import('./format.ts'),
});

/** Traces as MLflow writes them, or rows of the table that `search_traces` returns, which have no `info` and `data`. */
function tracesIn(document: Value): readonly WrittenTrace[] {
  return oneOrMany(document).flatMap(({ value, place }) => {
    const list = fieldIn(value, ['data.spans', 'spans'], place);
    const spans = elementsOf(list?.value ?? null).map((span, index) => ({
      value: span,
      place: [...(list?.place ?? place), index],
    }));
    const isOwn = spans.some((span) => valueIn(span.value, [['attributes', 'mlflow.spanType']]) !== undefined);
    const about = fieldIn(value, 'info', place) ?? { value, place };
    return isOwn && isRecord(about.value) ? [{ about, spans }] : [];
  });
}
