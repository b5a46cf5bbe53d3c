import type { Path } from '../../model/path.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { StatusEvent } from './format.ts';

/** A webhook of the platform, and where it stands. */
export interface PlacedStatus {
  readonly event: StatusEvent;
  readonly place: Path;
}

/** All webhooks of one call, at least one. */
export type Told = readonly [PlacedStatus, ...PlacedStatus[]];

export const agentsOf = ({ data }: StatusEvent): readonly string[] =>
  (data.agent_history ?? []).filter((name) => typeof name === 'string');

export const createdAt = ({ event, place }: PlacedStatus, report: ImportReport): string | undefined =>
  readInstant(event.created, [...place, 'created'], report);

/** In the order of time, where each tells its own; platforms deliver in any order, and what is not acknowledged again. */
export function inOrder(told: Told): readonly PlacedStatus[] {
  const ids = new Set<string>();
  const once = told.filter(({ event: { id } }) => {
    const isNew = id === undefined || !ids.has(id);
    if (id !== undefined) ids.add(id);
    return isNew;
  });
  const timed = once.flatMap((one) => {
    const at = createdAt(one, createImportReport());
    return at === undefined ? [] : [{ one, time: Date.parse(at) }];
  });
  return timed.length < once.length ? once : timed.toSorted((a, b) => a.time - b.time).map(({ one }) => one);
}
