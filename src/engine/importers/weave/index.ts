import { spanImporter } from '../../importing/spans/span-importer.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { type Placed, rowsIn } from '../../importing/values/elements.ts';

export const weave = spanImporter({
  id: 'weave',
  title: 'W&B Weave calls',
  find: { spans: callsIn },
  format: () => import('./format.ts'),
});

/** Every call of a file: in a list, in an answer of the API, or one alone. */
function callsIn(document: Value): readonly Placed[] {
  return rowsIn(document, ['calls'], ['data']).flatMap(({ value, place }) => {
    if (isCall(value)) return [{ value, place }];
    const held = isRecord(value) ? value['call'] : undefined;
    return held !== undefined && isCall(held) ? [{ value: held, place: [...place, 'call'] }] : [];
  });
}

const isCall = (call: Value): boolean =>
  isRecord(call) && typeof call['op_name'] === 'string' && typeof call['trace_id'] === 'string' && 'inputs' in call;
