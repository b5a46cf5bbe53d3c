import { spanImporter } from '../../importing/spans/span-importer.ts';
import { rowsIn } from '../../importing/values/elements.ts';
import { fits, type Shape } from '../../importing/values/where.ts';

const row: Shape = { span_id: 'there', root_span_id: 'text', span_attributes: 'there' };

/** A row for each span: in a list, in what the API fetches (`events`) or a query returns (`data`), or one alone. */
export const braintrust = spanImporter({
  id: 'braintrust',
  title: 'Braintrust logs',
  find: {
    spans: (document) => rowsIn(document, ['events'], ['data'], ['rows']).filter(({ value }) => fits(value, row)),
  },
  format: () => import('./format.ts'),
});
