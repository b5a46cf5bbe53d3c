import { err, ok } from '../../../base/result.ts';
import { formatPath, type Path } from '../../model/path.ts';
import type { Problem } from '../../model/problem.ts';
import { elementAt, isList, isRecord, type Value, valueAt } from '../../model/value.ts';
import type { Importer, Read, ReadSession, SessionEntry } from '../importer.ts';
import { textOf } from '../content.ts';
import { counted, createNoting, type Noting } from '../noting.ts';
import { shortTitle } from '../title.ts';
import { toTaskSession } from '../to-task-session.ts';
import { scalarText } from './fields.ts';
import { entriesAt } from './entries.ts';
import type { Mapping } from './mapping.ts';
import { kindOf, readTurns } from './read-turns.ts';
import { messageOf } from './text.ts';

/** An importer made of a mapping. It is in no registry: a document that any other importer knows never comes here. */
export function mappedBy(mapping: Mapping): Importer {
  return {
    id: 'mapped',
    title: `Mapping “${mapping.title}”`,
    claim: ({ value }) => (fits(mapping, value) ? 'possible' : 'no'),
    load: async () => readBy(mapping),
  };
}

export const readBy =
  (mapping: Mapping): Read =>
  ({ value }) => {
    const places = placesOf(value, mapping);
    if (places.length === 0) return err(noTurns(mapping));
    return ok({ sessions: places.map((place, index) => entryOf(value, place, index, places.length, mapping)) });
  };

/**
 * Is a document of the shape that the mapping was made for? Its turns must be there, and most of them of a kind that the
 * mapping names; where all are of one kind, most must have the text or the call's name.
 */
export function fits(mapping: Mapping, document: Value): boolean {
  const entries = entriesAt(document, mapping.sessions, mapping.turns);
  const { field, values } = mapping.kind;
  const known = entries.filter((entry) => {
    if (field === null)
      return holds(entry, mapping.text) || holds(entry, [...mapping.calls.list, ...(mapping.calls.name ?? [])]);
    const value = scalarText(valueAt(entry, field));
    return values.some((one) => one.value === value);
  });
  const turns = entries.filter((entry) => kindOf(entry, mapping) !== 'skip');
  return turns.length > 0 && known.length * 2 > entries.length;
}

const holds = (entry: Value, path: Path | null): boolean =>
  path !== null && path.length > 0 && isRecord(entry) && valueAt(entry, path) !== undefined;

/** Where the lists of turns are: one for each session. */
function placesOf(document: Value, { sessions, turns }: Mapping): readonly Path[] {
  if (sessions === null) return listAt(document, turns) === undefined ? [] : [turns];
  const outer = listAt(document, sessions);
  const all = Array.from({ length: outer?.length ?? 0 }, (_, index) => [...sessions, index, ...turns]);
  return all.some((place) => listAt(document, place) !== undefined) ? all : [];
}

function listAt(document: Value, path: Path) {
  const value = valueAt(document, path);
  return value !== undefined && isList(value) ? value : undefined;
}

function entryOf(document: Value, place: Path, index: number, many: number, mapping: Mapping): SessionEntry {
  const named = many === 1 ? mapping.title : `${mapping.title}, ${index + 1} of ${many}`;
  const title = firstSaid(document, place, mapping) ?? named;
  return { title, system: 'task', open: () => ok(sessionOf(document, place, title, mapping)) };
}

function sessionOf(document: Value, place: Path, title: string, mapping: Mapping): ReadSession {
  const noting = createNoting();
  const entries = listAt(document, place);
  if (entries === undefined) noteNoList(place, noting);
  const steps = readTurns(entries ?? [], place, mapping, noting);
  noteUnread(entries ?? [], place, mapping, noting);
  return toTaskSession({ title, importer: 'mapped', declared: [], recording: {}, steps }, noting);
}

/** How far into a session its first input is looked for: a file may hold thousands. */
const preamble = 8;

/** What somebody said first is what people know a session by. */
function firstSaid(document: Value, place: Path, mapping: Mapping): string | undefined {
  const entries = listAt(document, place);
  if (entries === undefined || mapping.text === null) return undefined;
  for (let at = 0; at < Math.min(preamble, entries.length); at++) {
    const entry = elementAt(entries, at) ?? null;
    if (kindOf(entry, mapping) !== 'input') continue;
    const text = textOf(messageOf(valueAt(entry, mapping.text), place, createNoting()));
    if (text.trim() !== '') return shortTitle(text);
  }
  return undefined;
}

const most = 12;
const looked = 1000;

/** What the entries hold and the mapping does not name is not lost sight of: the report lists it. */
function noteUnread(entries: Iterable<Value>, place: Path, mapping: Mapping, noting: Noting): void {
  const read = new Set(pathsOf(mapping).map(([first]) => String(first)));
  const unread = new Set<string>();
  let at = 0;
  for (const entry of entries) {
    if (at++ >= looked) break;
    if (isRecord(entry)) for (const key of Object.keys(entry).slice(0, 200)) if (!read.has(key)) unread.add(key);
  }
  if (unread.size === 0) return;
  const names = [...unread].slice(0, most).map((key) => `“${key.slice(0, 40)}”`);
  const more = unread.size > most ? ` and ${unread.size - most} more` : '';
  noting.note(
    'lost',
    'import/unmapped',
    place,
    () => `${counted(unread.size, 'field')} of the entries that the mapping does not name: ${names.join(', ')}${more}.`,
  );
}

function pathsOf({ kind, text, calls, results, time, tokens }: Mapping): readonly Path[] {
  const within = (list: Path, paths: readonly (Path | null)[]) =>
    paths.map((path) => (path === null ? null : [...list, ...path]));
  return [
    kind.field,
    text,
    ...within(calls.list, [calls.name, calls.arguments, calls.id]),
    ...within(results.list, [results.id, results.name, results.content, results.flag]),
    time,
    tokens.prompt,
    tokens.completion,
  ].filter((path) => path !== null);
}

const noteNoList = (place: Path, noting: Noting): void =>
  noting.note(
    'lost',
    'import/no-turns',
    place,
    () => 'There is no list of turns in this entry, so the session is empty.',
  );

const noTurns = ({ sessions, turns, title }: Mapping): Problem => ({
  code: 'mapping/no-turns',
  message: `The mapping “${title}” looks for a list of turns ${where(sessions, turns)}, and there is none in this text. Choose another list.`,
});

function where(sessions: Path | null, turns: Path): string {
  const named = (path: Path) => (path.length === 0 ? 'the text itself' : formatPath(path));
  return sessions === null ? `at ${named(turns)}` : `at ${named(turns)} of each entry of ${named(sessions)}`;
}
