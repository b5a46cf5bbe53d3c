import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { rowsIn } from '../../importing/values/rows-in.ts';

export interface PlacedSpan {
  readonly span: RecordValue;
  readonly place: Path;
}

/**
 * Every span of a file: as the SDKs and the API send them (in batches, each with its spans), as the API exports them
 * (each under `attributes`), or alone.
 */
export function spansIn(value: Value): readonly PlacedSpan[] {
  return rowsIn(value, ['data', 'attributes', 'spans'], ['spans'], ['data']).flatMap(({ value: row, place }) => {
    if (!isRecord(row)) return [];
    if (isOwn(row)) return [{ span: row, place }];
    const [key, held] = ['attributes', 'spans'].map((one) => [one, row[one]] as const).find(([, one]) => one) ?? [];
    if (key === undefined || held === undefined) return [];
    return rowsIn(held).flatMap(({ value: inner, place: within }) =>
      isRecord(inner) && isOwn(inner) ? [{ span: inner, place: [...place, key, ...within] }] : [],
    );
  });
}

/** Times in nanoseconds beside a length are nobody else's; what a span was for stands in one of four places. */
const isOwn = (row: RecordValue): boolean =>
  row['span_id'] !== undefined && row['start_ns'] !== undefined && kindIn(row) !== undefined;

const kindPlaces: readonly Path[] = [['meta', 'span.kind'], ['meta', 'kind'], ['meta', 'span', 'kind'], ['span_kind']];

export const kindIn = (row: RecordValue): string | undefined =>
  kindPlaces.map((path) => valueAt(row, path)).find((kind) => typeof kind === 'string');
