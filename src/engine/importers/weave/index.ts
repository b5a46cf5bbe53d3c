import type { Value } from '../../model/value.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { type Placed, rowsIn } from '../../importing/values/elements.ts';
import { fieldAt, fits } from '../../importing/values/where.ts';

/** Every call of a file: in a list, in an answer of the API, or one alone. */
const callsIn = (document: Value): readonly Placed[] =>
  rowsIn(document, ['calls'], ['data'])
    .map((row) => (isCall(row) ? row : { value: fieldAt(row.value, 'call') ?? null, place: [...row.place, 'call'] }))
    .filter(isCall);

const isCall = ({ value }: Placed): boolean => fits(value, { op_name: 'text', trace_id: 'text', inputs: 'there' });

export const weave = spanImporter({
  id: 'weave',
  title: 'W&B Weave calls',
  find: { spans: callsIn },
  format: () => import('./format.ts'),
});
