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
  const also = (event: number) => resultsOf(value, placed[event] ?? []);
  const places = { length: placed.length, at: (event: number) => placed[event], also };
  return ok({ sessions: [{ title, system: 'task', open: () => ok({ session: named, sources: places }) }] });
};

/** The place of an invocation’s output, if its own place is its input. */
function resultsOf(value: Value, place: Path): readonly Path[] {
  const [list, index] = place.slice(-2);
  if (list !== 'inputs' || index === undefined) return [];
  const output = [...place.slice(0, -2), 'outputs', index];
  return valueAt(value, output) === undefined ? [] : [output];
}

/** An invocation may lack one of its columns; then the place is what there is of it. */
function nearest(value: Value, place: Path): Path {
  for (let length = place.length; length > 0; length--) {
    const shorter = place.slice(0, length);
    if (valueAt(value, shorter) !== undefined) return shorter;
  }
  return [];
}
