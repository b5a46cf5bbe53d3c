import { err, ok } from '../../../base/result.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { counted, createNoting, type Noting } from '../../importing/noting.ts';
import { eventOf, type LogEvent } from './events.ts';
import { recordsIn, type PlacedRecord } from './shapes.ts';
import { isOfModel, titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const records = recordsIn(value);
  const sessions = tracesOf(records).flatMap((trace): readonly SessionEntry[] => {
    const events = inOrder(trace, createNoting());
    if (!events.some(isOfModel)) return [];
    const open = () => {
      const noting = createNoting();
      return ok(toSession(inOrder(trace, noting), noting));
    };
    return [{ title: titleOf(events), system: 'task', open }];
  });
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'otel-logs/no-turns',
    message: `These are ${counted(records.length, 'log record')} of OpenTelemetry, and none is an event about a model (no name begins with “gen_ai.”): there is nothing to show. Open the spans of the same trace.`,
  });
};

function tracesOf(records: readonly PlacedRecord[]): readonly (readonly PlacedRecord[])[] {
  const traces = new Map<string, PlacedRecord[]>();
  for (const record of records) {
    const id = record.log.traceId ?? record.log.trace_id ?? '';
    const known = traces.get(id);
    if (known === undefined) traces.set(id, [record]);
    else known.push(record);
  }
  return [...traces.values()];
}

/** By their times; exporters write them as they come. */
const inOrder = (trace: readonly PlacedRecord[], noting: Noting): readonly LogEvent[] =>
  trace.map((record) => eventOf(record, noting)).toSorted(byTime);

const byTime = (a: LogEvent, b: LogEvent): number =>
  a.nanos === undefined || b.nanos === undefined || a.nanos === b.nanos ? 0 : a.nanos < b.nanos ? -1 : 1;
