import { below } from '../../model/path.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { Placed } from './shapes.ts';

const timeKeys = ['timestamp', 'startTime', 'start_time', 'created_at', 'time'] as const;

/** The log's own time of a request or response. Requests contain no time, and responses contain whole seconds only. */
export function timeOfLine({ line }: Placed, report: ImportReport): string | undefined {
  const key = timeKeys.find((name) => line?.record[name] !== undefined);
  if (line === undefined || key === undefined) return undefined;
  return readInstant(line.record[key], below(line.place, key), report);
}
