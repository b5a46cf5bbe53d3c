import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';
import { noteUnreadCall } from '../notes.ts';
import type { RequestedCall } from './call-matcher.ts';

/** The calls that a message requests; `read` returns undefined for an entry that is not a call, which is noted. */
export function callsIn(
  values: readonly Value[] | undefined,
  place: Path,
  read: (value: Value, place: Path) => RequestedCall | undefined,
  report: ImportReport,
): RequestedCall[] {
  return (values ?? []).flatMap((value, index) => {
    const where = below(place, index);
    const call = read(value, where);
    if (call !== undefined) return [call];
    noteUnreadCall(where, report);
    return [];
  });
}
