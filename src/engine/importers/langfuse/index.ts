import type { Value } from '../../model/value.ts';
import type { WrittenTrace } from '../../importing/spans/format.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { type Placed, groupedBy, rowsIn } from '../../importing/values/elements.ts';
import { entriesAt, fits, recordAt, textIn } from '../../importing/values/where.ts';

export const langfuse = spanImporter({
  id: 'langfuse',
  title: 'Langfuse traces',
  find: { traces: tracesIn },
  format: () => import('./format.ts'),
});

/**
 * Finds traces in an export (a trace beside its observations), in an API response (a trace that contains its observations), in
 * a list of either, or in observations alone, which contain the id of their trace.
 */
function tracesIn(document: Value): readonly WrittenTrace[] {
  const single = traceIn({ value: document, place: [] });
  if (single !== undefined) return [single];
  const rows = rowsIn(document, ['data']);
  const traces = rows.flatMap((row) => traceIn(row) ?? []);
  return traces.length > 0 ? traces : byTrace(rows.filter(isObservation));
}

function traceIn(row: Placed): WrittenTrace | undefined {
  const trace = recordAt(row.value, 'trace');
  const about = trace === undefined ? row : { value: trace, place: [...row.place, 'trace'] };
  const own = entriesAt(about, 'observations').filter(isObservation);
  const beside = about === row ? [] : entriesAt(row, 'observations').filter(isObservation);
  // Exports contain each observation twice. Only the list beside the trace has its input and output.
  const known = new Set(beside.map((one) => textIn(one.value, 'id')));
  const spans = [...beside, ...own.filter((one) => !known.has(textIn(one.value, 'id')))];
  return spans.length === 0 ? undefined : { about, spans };
}

/**
 * The web page and the API write `startTime` and `traceId`; exports to a bucket write `start_time` and `trace_id`, as Opik
 * does, whose types are in lower case.
 */
const isObservation = ({ value }: Placed): boolean =>
  fits(value, { id: 'text', type: 'text', startTime: 'text' }) ||
  (fits(value, { id: 'text', type: 'text', start_time: 'text', trace_id: 'text' }) &&
    !/[a-z]/.test(textIn(value, 'type') ?? ''));

/** Many formats have an id, a type and a time. Without a trace record, observations are recognised only by a trace id. */
function byTrace(observations: readonly Placed[]): readonly WrittenTrace[] {
  const groups = groupedBy(observations, ({ value }) => textIn(value, 'trace_id'));
  return [...groups].flatMap(([id, spans]) =>
    id === undefined ? [] : [{ about: { value: null, place: spans[0]?.place ?? [] }, spans }],
  );
}
