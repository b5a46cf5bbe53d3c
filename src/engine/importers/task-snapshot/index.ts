import { ok } from '../../../base/result.ts';
import { fromSnapshot, snapshotLikeness } from '../../systems/task/snapshot/from-snapshot.ts';
import type { Path } from '../../model/path.ts';
import { valueAt } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../importer.ts';

/**
 * A pasted task context, as JSON or as Python prints it. The object is described by the Common Agent Specification
 * (https://commonagents.info, page *Task Context*, v1beta1); the system itself knows how to read it back.
 */
export const taskSnapshot: Importer = {
  id: 'task-snapshot',
  title: 'Task context snapshot',
  claim: ({ value }) => snapshotLikeness(value),
  read({ value }) {
    const read = fromSnapshot(value);
    if (!read.ok) return read;
    const { session, sources } = read.value;
    const named = { ...session, header: { ...session.header, importer: 'task-snapshot' } };
    const { title } = session.header;
    const placed = sources.map((place) => place && nearest(value, place));
    return ok({ sessions: [{ title, system: 'task', open: () => ok({ session: named, sources: placed }) }] });
  },
};

/** An invocation may lack one of its columns; then the place is what there is of it. */
function nearest(value: Value, place: Path): Path {
  for (let length = place.length; length > 0; length--) {
    const shorter = place.slice(0, length);
    if (valueAt(value, shorter) !== undefined) return shorter;
  }
  return [];
}
