import { ok } from '../../../base/result.ts';
import type { SessionEntry } from '../importer.ts';
import { counted } from '../noting.ts';
import { formatPath } from '../../model/path.ts';
import { hasTurns, spansToSession } from './spans-to-session.ts';
import type { Trace } from './spans.ts';

/** A session for each trace in which something was done; the first one's report names the others. */
export function tracesToSessions(traces: readonly Trace[]): readonly SessionEntry[] {
  const [first, ...others] = traces.filter(hasTurns);
  if (first === undefined) return [];
  const empty = traces.filter((trace) => !hasTurns(trace));
  return [entryOf(first, empty), ...others.map((trace) => entryOf(trace, []))];
}

const entryOf = (trace: Trace, empty: readonly Trace[]): SessionEntry => ({
  title: trace.title,
  system: 'task',
  open() {
    const read = spansToSession(trace);
    const place = empty[0]?.spans[0]?.place;
    if (place === undefined) return ok(read);
    const note = {
      severity: 'info',
      code: 'spans/no-turns',
      message: `${counted(empty.length, 'trace')} of the file without a model call or the use of a tool: left out.`,
      place: formatPath(place),
    } as const;
    return ok({ ...read, session: { ...read.session, notes: [...read.session.notes, note] } });
  },
});
