import { isRecord, type Value } from '../../model/value.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { elementsOf, type Placed, rowsIn } from '../../importing/values/elements.ts';
import { textIn } from '../../importing/values/where.ts';

export const posthog = spanImporter({
  id: 'posthog',
  title: 'PostHog LLM analytics events',
  find: { spans: eventsIn },
  format: () => import('./format.ts'),
});

/** Events as the SDKs send them (`batch`), as the API lists them (`results`), or within the traces of a query (`events`). */
function eventsIn(document: Value): readonly Placed[] {
  return rowsIn(document, ['batch'], ['results'], ['events'], ['data']).flatMap((row) => {
    const within = isRecord(row.value) ? elementsOf(row.value['events'] ?? null) : [];
    const rows = within.map((value, index) => ({ value, place: [...row.place, 'events', index] }));
    return [row, ...rows].filter(({ value }) => isEvent(value));
  });
}

const isEvent = (value: Value): boolean =>
  /^\$ai_(?:generation|span|trace|embedding)$/.test(textIn(value, 'event') ?? '') &&
  textIn(value, 'properties.$ai_trace_id') !== undefined;
