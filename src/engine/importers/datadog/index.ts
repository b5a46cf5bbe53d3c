import { spanImporter } from '../../importing/spans/span-importer.ts';
import { fieldIn, textIn } from '../../importing/values/where.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { type Placed, rowsIn } from '../../importing/values/elements.ts';

export const datadog = spanImporter({
  id: 'datadog',
  title: 'Datadog LLM Observability spans',
  find: { spans: spansIn },
  format: () => import('./format.ts'),
});

/**
 * Every span of a file: as the SDKs and the API send them (in batches, each with its spans), as the API exports them
 * (each under `attributes`), or alone.
 */
function spansIn(document: Value): readonly Placed[] {
  return rowsIn(document, ['data', 'attributes', 'spans'], ['spans'], ['data']).flatMap(({ value: row, place }) => {
    if (isSpan(row)) return [{ value: row, place }];
    const found = fieldIn(row, ['attributes', 'spans'], place);
    if (found === undefined) return [];
    return rowsIn(found.value).flatMap(({ value, place: within }) =>
      isSpan(value) ? [{ value, place: [...found.place, ...within] }] : [],
    );
  });
}

/** No other format has times in nanoseconds beside a duration; the kind is in one of four places. */
const isSpan = (row: Value): boolean =>
  isRecord(row) &&
  row['span_id'] !== undefined &&
  row['start_ns'] !== undefined &&
  textIn(row, [['meta', 'span.kind'], 'meta.kind', 'meta.span.kind', 'span_kind']) !== undefined;
