import { ok } from '../../../base/result.ts';
import { fromSnapshot } from '../../systems/task/running/snapshot/from-snapshot.ts';
import type { Path } from '../../model/path.ts';
import { valueAt } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Read } from '../../importing/importer.ts';

export const read: Read = ({ value }) => {
  const read = fromSnapshot(value);
  if (!read.ok) return read;
  const { session, sources } = read.value;
  const named = { ...session, header: { ...session.header, importer: 'task-snapshot' } };
  const { title } = session.header;
  const placed = sources.map((place) => place && nearest(value, place));
  return ok({ sessions: [{ title, system: 'task', open: () => ok({ session: named, sources: placed }) }] });
};

/** An invocation may lack one of its columns; then the place is what there is of it. */
function nearest(value: Value, place: Path): Path {
  for (let length = place.length; length > 0; length--) {
    const shorter = place.slice(0, length);
    if (valueAt(value, shorter) !== undefined) return shorter;
  }
  return [];
}
