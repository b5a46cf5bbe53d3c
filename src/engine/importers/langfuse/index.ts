import { isList, isRecord, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { WrittenTrace } from '../../importing/spans/format.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { elementsOf, oneOrMany, type Placed, groupedBy } from '../../importing/values/elements.ts';
import { textIn } from '../../importing/values/where.ts';

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
  const single = traceIn(document, []);
  if (single !== undefined) return [single];
  const data = isRecord(document) ? (document['data'] ?? null) : null;
  const rows: readonly Placed[] = isList(data) ? observed(data, ['data']) : oneOrMany(document);
  const traces = rows.flatMap(({ value, place }) => traceIn(value, place) ?? []);
  return traces.length > 0 ? traces : byTrace(rows.filter(({ value }) => isObservation(value)));
}

function traceIn(value: Value, place: Path): WrittenTrace | undefined {
  if (!isRecord(value)) return undefined;
  const { trace } = value;
  const about: Placed =
    trace !== undefined && isRecord(trace) ? { value: trace, place: [...place, 'trace'] } : { value, place };
  const own = observationsIn(about);
  const beside = about.value === value ? [] : observationsIn({ value, place });
  // Exports contain each observation twice. Only the list beside the trace has its input and output.
  const known = new Set(beside.map((one) => textIn(one.value, 'id')));
  const spans = [...beside, ...own.filter((one) => !known.has(textIn(one.value, 'id')))];
  return spans.length === 0 ? undefined : { about, spans };
}

const observationsIn = ({ value, place }: Placed): readonly Placed[] =>
  observed(isRecord(value) ? (value['observations'] ?? null) : null, [...place, 'observations']).filter((one) =>
    isObservation(one.value),
  );

const observed = (list: Value, place: Path): readonly Placed[] =>
  elementsOf(list).map((value, index) => ({ value, place: [...place, index] }));

/** The web page and the API write `startTime` and `traceId`; exports to a bucket write `start_time` and `trace_id`. */
const isObservation = (value: Value): boolean =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['type'] === 'string' &&
  (typeof value['startTime'] === 'string' ||
    (typeof value['start_time'] === 'string' && typeof value['trace_id'] === 'string'));

/** Many formats have an id, a type and a time. Without a trace record, observations are recognised only by a trace id. */
function byTrace(observations: readonly Placed[]): readonly WrittenTrace[] {
  const idOf = ({ value }: Placed) => textIn(value, ['traceId', 'trace_id']);
  const groups = groupedBy(
    observations.filter((one) => idOf(one) !== undefined),
    idOf,
  );
  return [...groups.values()].map((spans) => ({ about: { value: null, place: spans[0]?.place ?? [] }, spans }));
}
