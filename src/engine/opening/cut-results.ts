import { changedEntry } from '../importing/transcript/changed-entry.ts';
import type { ReadSession, SessionEntry } from '../importing/importer.ts';
import { counted } from '../importing/import-report.ts';
import type { Path } from '../model/path.ts';
import { formatPath } from '../model/path.ts';
import type { Note } from '../model/problem.ts';
import { isRecord } from '../model/value.ts';
import type { Document } from '../readers/document.ts';

/**
 * In a text that ends in the middle, a result in its last record counts as not recorded. Most formats write after the
 * result whether the call failed, so half of a result may well be an error.
 */
export function withoutCutResults<T extends { readonly document: Document; readonly entries: readonly SessionEntry[] }>(
  text: T,
): T {
  const { document } = text;
  const end = document.locate([])?.end ?? Infinity;
  const isCut = (path: Path): boolean => path.length > 0 && (document.locate(path)?.end ?? -1) >= end;
  return { ...text, entries: text.entries.map((entry) => changedEntry(entry, (read) => withoutResult(read, isCut))) };
}

function withoutResult(read: ReadSession, isCut: (path: Path) => boolean): ReadSession {
  const { session, sources } = read;
  const cut: Path[] = [];
  const events = session.events.map((event, index): unknown => {
    const [apart] = sources.also?.(index) ?? [];
    const place = apart ?? sources.at(index) ?? [];
    if (!isRecord(event) || event['type'] !== 'capability-invoked' || !isCut(place)) return event;
    const unknown = noResults.get(event['outcome']);
    if (unknown === undefined) return event;
    cut.push(place);
    const { output: _half, ...rest } = event;
    return { ...rest, outcome: unknown };
  });
  const [first] = cut;
  if (first === undefined) return read;
  const note: Note = {
    severity: 'lost',
    code: 'import/cut-result',
    message: `${counted(cut.length, 'result')} in the record that the text ends in: it is not recorded whether the call succeeded, so it is in none of the counts.`,
    place: formatPath(first),
  };
  return { ...read, session: { ...session, events, notes: [...session.notes, note] } };
}

/** The outcome without a result that replaces a success, in the words of each system. */
const noResults: ReadonlyMap<unknown, string> = new Map([
  ['ok', 'no_result'],
  ['successful', 'no-result'],
]);
