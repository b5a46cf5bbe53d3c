import { spanImporter } from '../../importing/spans/span-importer.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { rowsIn } from '../../importing/values/elements.ts';

/** A row for each span: in a list, in what the API fetches (`events`) or a query returns (`data`), or one alone. */
export const braintrust = spanImporter({
  id: 'braintrust',
  title: 'Braintrust logs',
  find: { spans: (document) => rowsIn(document, ['events'], ['data'], ['rows']).filter(({ value }) => isRow(value)) },
  format: () => import('./format.ts'),
});

const isRow = (row: Value): boolean =>
  isRecord(row) && row['span_id'] !== undefined && typeof row['root_span_id'] === 'string' && 'span_attributes' in row;
