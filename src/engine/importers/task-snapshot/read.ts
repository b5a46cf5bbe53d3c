import { ok } from '../../../base/result.ts';
import { fromSnapshot } from '../../systems/task/running/snapshot/from-snapshot.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value, valueAt } from '../../model/value.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import { withUnknownEnd } from '../../importing/values/cut-off.ts';
import { noteUnknownFields } from '../../importing/notes.ts';
import { contextIn } from '../../systems/task/running/snapshot/likeness.ts';

const contents = new Map(['input', 'output'].map((list) => [list, 'message']));

export const read: Read = (document) => {
  const value = withUnknownEnd(document, contents);
  const read = fromSnapshot(value);
  if (!read.ok) return read;
  const { session, sources } = read.value;
  const report = createImportReport(session.notes);
  noteBeside(value, report);
  const header = { ...session.header, importer: 'task-snapshot' };
  const named = { ...session, header, notes: report.notes() };
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

/** Of Contextscope's own export; and the variables of a rule, whose values the context has as well. */
const besideContext = ['context', 'phase', 'terminal_reason', 'limit', 'awaiting', 'tasks', 'input', 'output', 'now'];

/** Records around the context may have other fields. */
function noteBeside(value: Value, report: ImportReport): void {
  const root = contextIn(value)?.root ?? [];
  for (let depth = 0; depth < root.length; depth++) {
    const outer = valueAt(value, root.slice(0, depth)) ?? null;
    if (isRecord(outer)) noteUnknownFields(outer, root.slice(0, depth), besideContext, report);
  }
}

/** An invocation may lack one of its columns; then the place is what there is of it. */
function nearest(value: Value, place: Path): Path {
  for (let length = place.length; length > 0; length--) {
    const shorter = place.slice(0, length);
    if (valueAt(value, shorter) !== undefined) return shorter;
  }
  return [];
}
