import { isRecord, type Value } from '../../model/value.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { elementsOf, type Placed, rowsIn } from '../../importing/values/elements.ts';
import { entriesAt, fits, recordAt, textIn, valueIn } from '../../importing/values/where.ts';

export const sentry = spanImporter({
  id: 'sentry',
  title: 'Sentry transactions with AI spans',
  find: { spans: spansIn },
  // Most transactions have nothing to do with a model.
  claims: (document) => spansIn(document).some(({ value }) => isOfAi(textIn(value, 'op') ?? '')),
  format: () => import('./format.ts'),
});

/** Operations of agent monitoring, and of the SDKs before it. */
const isOfAi = (op: string): boolean =>
  op.startsWith('gen_ai.') || /^ai\.(?:chat_completions|messages|run|tool)/.test(op);

/**
 * The spans of transactions: events as the SDKs send them (an envelope's lines among other items) and as the page downloads
 * them. The outermost span is `contexts.trace`; its name and times, and the user, are in the event. SDKs that stream their
 * spans send lists of them without a transaction.
 */
function spansIn(document: Value): readonly Placed[] {
  return rowsIn(document, ['data']).flatMap(({ value, place }) => {
    const items = entriesAt({ value, place }, 'items').flatMap((item) => streamedSpan(item) ?? []);
    if (items.length > 0) return items;
    const trace = valueIn(value, 'contexts.trace');
    const trace_id = trace === undefined ? undefined : textIn(trace, 'trace_id');
    if (!isRecord(value) || trace === undefined || !isRecord(trace) || trace_id === undefined) return [];
    const { start_timestamp = null, timestamp = null, transaction: description = null, user = null } = value;
    const root = { ...trace, description, start_timestamp, timestamp, user };
    const spans = elementsOf(value['spans'] ?? null).flatMap((span, index) =>
      isRecord(span) ? [{ value: { trace_id, ...span }, place: [...place, 'spans', index] }] : [],
    );
    return [{ value: root, place: [...place, 'contexts', 'trace'] }, ...spans];
  });
}

/** https://develop.sentry.dev/sdk/telemetry/spans/span-protocol/ */
function streamedSpan({ value, place }: Placed): Placed | undefined {
  const isSpan = fits(value, { trace_id: 'text', span_id: 'text', end_timestamp: 'there', attributes: 'record' });
  if (!isSpan || !isRecord(value)) return undefined;
  const attributes = Object.entries(recordAt(value, 'attributes') ?? {});
  const data = Object.fromEntries(
    attributes.map(([key, held]) => [key, recordAt({ held }, 'held')?.['value'] ?? null]),
  );
  const { name = null, end_timestamp: timestamp = null } = value;
  return { value: { ...value, description: name, timestamp, op: data['sentry.op'] ?? null, attributes: data }, place };
}
