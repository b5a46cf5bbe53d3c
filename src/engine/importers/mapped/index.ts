import { err, ok } from '../../../base/result.ts';
import { formatPath, type Path } from '../../model/path.ts';
import type { Problem } from '../../model/problem.ts';
import { elementAt, isList, isRecord, type Value, valueAt } from '../../model/value.ts';
import type { Importer, Read, ReadSession, SessionEntry } from '../importer.ts';
import { textOf } from '../content.ts';
import { counted, createNoting, type Noting } from '../noting.ts';
import { shortTitle } from '../title.ts';
import { toTaskSession } from '../to-task-session.ts';
import { entriesAt } from './entries.ts';
import { kindOf } from './kind-of.ts';
import type { Mapping } from './mapping.ts';
import { readTurns } from './read-turns.ts';
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
    const { places, without } = placesOf(value, mapping);
    if (places.length === 0) return err(noTurns(mapping));
    const entryAt = (place: Path, index: number): SessionEntry => {
      const named = places.length === 1 ? mapping.title : `${mapping.title}, ${index + 1} of ${places.length}`;
      const title = firstSaid(value, place, mapping) ?? named;
      const open = () => ok(sessionOf(value, place, title, mapping, index === 0 ? without : 0));
      return { title, system: 'task', open };
    };
    return ok({ sessions: places.map(entryAt) });
  };

/**
 * Is a document of the shape that the mapping was made for? Its turns must be there, and most of them of a kind that the
 * mapping names; where all are of one kind, most must have the text or the call's name.
 */
export function fits(mapping: Mapping, document: Value): boolean {
  const entries = entriesAt(document, mapping.sessions, mapping.turns);
  const kinds = entries.map((entry) => kindOf(entry, mapping));
  const known = entries.filter((entry, index) =>
    mapping.kind.tests.length > 0
      ? kinds[index]?.field !== null
      : holds(entry, mapping.text) || holds(entry, [...mapping.calls.list, ...(mapping.calls.name ?? [])]),
  );
  return kinds.some(({ kind }) => kind !== 'skip') && known.length * 2 > entries.length;
}

const holds = (entry: Value, path: Path | null): boolean =>
  path !== null && path.length > 0 && isRecord(entry) && valueAt(entry, path) !== undefined;

/** Where the lists of turns are: one for each session. `without` counts entries of the list of sessions that have none. */
function placesOf(document: Value, { sessions, turns }: Mapping) {
  if (sessions === null) return { places: listAt(document, turns) === undefined ? [] : [turns], without: 0 };
  const outer = listAt(document, sessions)?.length ?? 0;
  const all = Array.from({ length: outer }, (_, index): Path => [...sessions, index, ...turns]);
  const places = all.filter((place) => listAt(document, place) !== undefined);
  return { places, without: outer - places.length };
}

function listAt(document: Value, path: Path) {
  const value = valueAt(document, path);
  return value !== undefined && isList(value) ? value : undefined;
}

function sessionOf(document: Value, place: Path, title: string, mapping: Mapping, without: number): ReadSession {
  const noting = createNoting();
  noteMapping(mapping, place, noting);
  if (without > 0) noteWithout(without, mapping, noting);
  const entries = listAt(document, place) ?? [];
  const steps = readTurns(entries, place, mapping, noting);
  noteUnread(entries, place, mapping, noting);
  noteBeside(document, place, noting);
  return toTaskSession({ title, importer: 'mapped', declared: [], recording: {}, steps }, noting);
}

/** How far into a session its first input is looked for: a file may hold thousands. */
const preamble = 8;

/** What somebody said first is what people know a session by. */
function firstSaid(document: Value, place: Path, mapping: Mapping): string | undefined {
  const entries = listAt(document, place);
  if (entries === undefined) return undefined;
  for (let at = 0; at < Math.min(preamble, entries.length); at++) {
    const entry = elementAt(entries, at) ?? null;
    const { kind } = kindOf(entry, mapping);
    const path = kind === 'input' ? (mapping.text ?? mapping.asked) : kind === 'llm' ? mapping.asked : null;
    if (path === null) continue;
    const text = textOf(messageOf(valueAt(entry, path), place, createNoting()));
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

/** What stands beside the list of turns, and beside what that is in: the document's own fields, and those of the session. */
function noteBeside(document: Value, place: Path, noting: Noting): void {
  const beside: Path[] = [];
  for (const [depth, step] of place.entries()) {
    const above = place.slice(0, depth);
    const here = valueAt(document, above);
    if (here === undefined || !isRecord(here)) continue;
    for (const key of Object.keys(here).slice(0, 200)) if (key !== step) beside.push([...above, key]);
  }
  if (beside.length === 0) return;
  const shown = beside.slice(0, most).map((path) => `“${formatPath(path).slice(0, 60)}”`);
  const more = beside.length > most ? ` and ${beside.length - most} more` : '';
  noting.note(
    'lost',
    'import/beside',
    place,
    () =>
      `${counted(beside.length, 'field')} beside the list of turns that the mapping does not read: ${shown.join(', ')}${more}.`,
  );
}

function pathsOf({ kind, asked, text, calls, results, time, tokens }: Mapping): readonly Path[] {
  const within = (list: Path, paths: readonly (Path | null)[]) =>
    paths.map((path) => (path === null ? null : [...list, ...path]));
  return [
    ...kind.tests.map(({ field }) => field),
    asked,
    text,
    ...within(calls.list, [calls.name, calls.arguments, calls.id]),
    ...within(results.list, [results.id, results.name, results.content, results.flag]),
    time,
    tokens.prompt,
    tokens.completion,
  ].filter((path) => path !== null);
}

const noteMapping = ({ title }: Mapping, place: Path, noting: Noting): void =>
  noting.note(
    'info',
    'import/mapped',
    place,
    () => `No importer knows this format: it was read by the mapping “${title}”.`,
  );

const noteWithout = (without: number, { sessions, turns }: Mapping, noting: Noting): void =>
  noting.note(
    'lost',
    'import/no-turns',
    sessions ?? [],
    () =>
      `${counted(without, 'entry', 'entries')} of the list of sessions without a list of turns ${where(null, turns)}: left out.`,
  );

const noTurns = ({ sessions, turns, title }: Mapping): Problem => ({
  code: 'mapping/no-turns',
  message: `The mapping “${title}” looks for a list of turns ${where(sessions, turns)}, and there is none in this text. Choose another list.`,
});

function where(sessions: Path | null, turns: Path): string {
  const named = (path: Path) => (path.length === 0 ? 'the text itself' : formatPath(path));
  return sessions === null ? `at ${named(turns)}` : `at ${named(turns)} of each entry of ${named(sessions)}`;
}
