import { err, ok } from '../../../base/result.ts';
import { formatPath, type Path } from '../../model/path.ts';
import type { Problem } from '../../model/problem.ts';
import { isRecord, type Value, valueAt } from '../../model/value.ts';
import type { Importer, Read, SessionEntry } from '../../importing/importer.ts';
import { counted, type ImportReport, info, lost, type Noted } from '../../importing/import-report.ts';
import { conversationEntry } from '../../importing/messages/conversation-entry.ts';
import {
  entriesAt,
  entriesInOrder,
  hasTurns,
  placedAt,
  type PlacedEntry,
  type Recorded,
  recordedIn,
  sessionsIn,
} from './entries.ts';
import { kindOf, valueBy } from './entry-values.ts';
import type { Mapping } from './mapping.ts';
import { readEntry } from './read-entry.ts';

/** An importer made from a mapping. It is in no registry: it only receives documents that no other importer recognises. */
export function mappedBy(mapping: Mapping): Importer {
  return {
    id: 'mapped',
    title: `Mapping “${mapping.title}”`,
    claim: ({ value }) => (fits(mapping, value) ? 'possible' : 'no'),
    load: async () => readBy(mapping),
  };
}

/** `most`: the maximum number of entries read from a session, for previews. `noteUse` reports the mapping that was used. */
export const readBy =
  (mapping: Mapping, most = Infinity, noteUse: NoteUse = noteMapping): Read =>
  ({ value }) => {
    const all = [...sessionsIn(value, mapping)];
    const lists = all.filter((session) => hasTurns(session, mapping));
    const sessions = lists.flatMap((session) => recordedIn(session, mapping));
    if (sessions.length === 0) return err(noTurns(mapping));
    const without = all.length - lists.length;
    const entryOf = (session: Recorded, index: number): SessionEntry => {
      const place = placedAt(session, mapping.turns)?.place ?? session.place;
      const entries = [...entriesInOrder(session, mapping)];
      const messages = entries.slice(0, most);
      return conversationEntry({
        importer: 'mapped',
        untitled: sessions.length === 1 ? mapping.title : `${mapping.title}, ${index + 1} of ${sessions.length}`,
        messages,
        begin(report) {
          noteUse(mapping)(place, report);
          if (index === 0 && without > 0) noteWithout(without, mapping)(mapping.sessions ?? [], report);
        },
        read: (entry, report) => readEntry(entry, { mapping, report }),
        about: () => ({}),
        end(_, report) {
          const next = entries[most];
          const note = info('import/first-entries', () => `Only the first ${most} entries were examined.`);
          if (next !== undefined) note(next.place, report);
        },
        noteLast(report) {
          noteUnread(messages, place, mapping, report);
          noteBeside(value, place, session, mapping, report);
        },
      });
    };
    return ok({ sessions: sessions.map(entryOf) });
  };

/**
 * Whether a document has the shape that the mapping was made for. Its turns must be there, and most of them must be of a kind
 * that the mapping names. Where all turns are of one kind, most must have the text or the call's name.
 */
export function fits(mapping: Mapping, document: Value): boolean {
  const entries = entriesAt(document, mapping);
  const kinds = entries.map((entry) => kindOf(entry, mapping));
  const known = entries.filter((entry, index) =>
    mapping.kind.tests.length > 0
      ? kinds[index]?.field !== null
      : [mapping.text, ...mapping.orText].some((path) => holds(entry, path)) ||
        holds(entry, [...mapping.calls.list, ...(mapping.calls.name ?? [])]),
  );
  return kinds.some(({ kind }) => kind !== 'skip') && known.length * 2 > entries.length;
}

const holds = (entry: Value, path: Path | null): boolean =>
  path !== null && path.length > 0 && valueBy(entry, path) !== undefined;

const maxNamed = 12;
/** A record that serves as a map may have any number of keys. */
const maxKeys = 200;

/** The report lists the fields of entries that the mapping does not name, so that no data disappears silently. */
function noteUnread(entries: readonly PlacedEntry[], place: Path, mapping: Mapping, report: ImportReport): void {
  const read = new Set(pathsOf(mapping).map(([first]) => String(first)));
  const unread = new Set<string>();
  for (const { value: entry } of entries) {
    if (isRecord(entry)) for (const key of Object.keys(entry).slice(0, maxKeys)) if (!read.has(key)) unread.add(key);
  }
  noteFields('import/unmapped', 'of the entries that the mapping does not name', [...unread], place, report);
}

function noteFields(
  code: 'import/unmapped' | 'import/beside',
  what: string,
  fields: readonly string[],
  place: Path,
  report: ImportReport,
): void {
  if (fields.length === 0) return;
  const names = fields.slice(0, maxNamed).map((field) => `“${field.slice(0, 60)}”`);
  const more = fields.length > maxNamed ? ` and ${fields.length - maxNamed} more` : '';
  report.note('lost', code, place, () => `${counted(fields.length, 'field')} ${what}: ${names.join(', ')}${more}.`);
}

/** The fields beside the list of turns and beside the records around it: the document's own fields and the session's. */
function noteBeside(document: Value, place: Path, session: Recorded, mapping: Mapping, report: ImportReport): void {
  const others = new Set(mapping.also.map((path) => formatPath([...session.place, ...path])));
  const beside: string[] = [];
  for (const [depth, step] of place.entries()) {
    const above = place.slice(0, depth);
    const here = valueAt(document, above);
    if (here === undefined || !isRecord(here)) continue;
    // The entries of a record of sessions are separate sessions.
    if (depth === mapping.sessions?.length) continue;
    for (const key of Object.keys(here).slice(0, maxKeys)) {
      const path = formatPath([...above, key]);
      if (key !== step && !others.has(path)) beside.push(path);
    }
  }
  noteFields('import/beside', 'beside the list of turns that the mapping does not read', beside, place, report);
}

/** All paths of a mapping, from an entry. */
export function pathsOf(mapping: Mapping): readonly Path[] {
  const { calls, results } = mapping;
  const within = (list: Path, paths: readonly (Path | null)[]) =>
    paths.map((path) => (path === null ? null : [...list, ...path]));
  return [
    mapping.inside,
    mapping.session,
    ...mapping.kind.tests.map(({ field }) => field),
    mapping.asked,
    mapping.text,
    ...mapping.orText,
    ...within(calls.list, [calls.name, calls.arguments, calls.id]),
    ...within(results.list, [results.id, results.name, results.content, results.flag]),
    mapping.time,
    mapping.tokens.prompt,
    mapping.tokens.completion,
  ].filter((path) => path !== null);
}

type NoteUse = (mapping: Mapping) => Noted;

const noteMapping: NoteUse = ({ title }) =>
  info('import/mapped', () => `Format not recognised: it was read with the mapping “${title}”.`);

const noteWithout = (without: number, { turns }: Mapping): Noted =>
  lost(
    'import/no-turns',
    () =>
      `${counted(without, 'entry', 'entries')} of the list of sessions without a list of turns ${where(null, turns)}: left out.`,
  );

const noTurns = ({ sessions, turns, title }: Mapping): Problem => ({
  code: 'mapping/no-turns',
  message: `The mapping “${title}” looks for a list of turns ${where(sessions, turns)}, which this text does not contain. Choose another list.`,
});

function where(sessions: Path | null, turns: Path): string {
  const named = (path: Path) => (path.length === 0 ? 'the text itself' : formatPath(path));
  return sessions === null ? `at ${named(turns)}` : `at ${named(turns)} of each entry of ${named(sessions)}`;
}
