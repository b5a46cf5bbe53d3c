import { err, ok } from '../../base/result.ts';
import { formatPath } from '../model/path.ts';
import type { Note, Problem } from '../model/problem.ts';
import { isRecord, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { changedEntry } from '../importing/transcript/changed-entry.ts';
import { claimantOf } from './claimant-of.ts';
import { documentAt } from './document-at.ts';
import { elementsOf } from '../importing/values/elements.ts';
import type { Importer, Read, SessionEntry, Sources } from '../importing/importer.ts';
import { counted } from '../importing/import-report.ts';
import { sessionFile } from '../importers/session-file/index.ts';

/** Reads a list whose elements are recordings, each as if it were a file of its own: JSON Lines with one on each. */
export interface EachElement extends Importer {
  readonly kind: 'each-element';
  /** `readOf` gives the code of those who know an element. */
  readWith(readOf: (importer: Importer) => Read): Read;
}

type Claimed = NonNullable<ReturnType<typeof claimantOf>>;

interface Known {
  readonly importer: Importer;
  readonly index: number;
  readonly document: Document;
}

/** How many elements are looked at first: they tell whether the list is one of recordings. */
const sample = 3;

export function eachElement(document: Document): EachElement | undefined {
  const elements = elementsOf(document.value);
  const whose = askedByShape('again');
  const first = elements.slice(0, sample).map((value, index) => whose(elementAt(document, value, index)));
  if (first.filter((importer) => importer !== undefined).length * 2 <= first.length) return undefined;
  const known: Known[] = [];
  const unknown: number[] = [];
  for (const [index, value] of elements.entries()) {
    const element = elementAt(document, value, index);
    const importer = whose(element);
    if (importer === undefined) unknown.push(index);
    else known.push({ importer, index, document: element });
  }
  return importerOfAll(known, unknown);
}

/** How many elements are looked at for a second format: a file of one kind should not be walked to its end. */
const mixedWithin = 1000;

/**
 * Whether a list that an importer claims as a whole is better read element by element: it holds recordings of several
 * formats, or somebody else is surer of each. Entries of a log, of which one may look like somebody's recording, are none
 * alone, or tell their kind the same way.
 */
export function isMixed(document: Document, whole: Claimed): boolean {
  const elements = elementsOf(document.value).slice(0, mixedWithin);
  const whose = askedByShape('once');
  const owner = (value: Value, index: number) => whose(elementAt(document, value, index));
  const first = elements.slice(0, sample);
  const known = first.filter((value, index) => owner(value, index) !== undefined);
  const [one] = known;
  if (one === undefined || known.length * 2 <= first.length) return false;
  const at = elements.indexOf(one);
  const firstOwner = owner(one, at);
  if (whole.claim !== 'certain' && firstOwner !== whole.importer && isCertain(elementAt(document, one, at)))
    return true;
  return elements.some((value, index) => {
    const other = tellsKindLike(value, one) ? undefined : owner(value, index);
    return other !== undefined && other !== firstOwner;
  });
}

const isCertain = (element: Document): boolean => claimantOf(element)?.claim === 'certain';

const kindKeys = ['type', 'kind', 'role', 'event', 'event_type', 'message_type'];

const tellsKindLike = (one: Value, other: Value): boolean =>
  isRecord(one) &&
  isRecord(other) &&
  kindKeys.some((key) => typeof one[key] === 'string' && typeof other[key] === 'string');

/**
 * Most files hold one kind: of elements that look alike, only who knew the first of them is asked again, and where nobody
 * did, everybody, or nobody where a guess will do.
 */
function askedByShape(unknown: 'again' | 'once'): (element: Document) => Importer | undefined {
  const known = new Map<string, Claimed | undefined>();
  return (element) => {
    const shape = shapeOf(element.value);
    const before = known.get(shape);
    if (before === undefined && known.has(shape) && unknown === 'once') return undefined;
    if (before !== undefined && before.importer.claim(element) === before.claim) return before.importer;
    const found = claimantOf(element);
    const sure = found?.claim === 'possible' ? undefined : found;
    known.set(shape, sure);
    return sure?.importer;
  };
}

const shapeOf = (value: Value): string => (isRecord(value) ? Object.keys(value).join('\n') : typeof value);

/** Session files are what they say, whatever somebody may find within them. */
export function areSessionFiles(document: Document): boolean {
  const first = elementsOf(document.value).slice(0, sample);
  return (
    first.length > 0 &&
    first.every((value, index) => sessionFile.claim(elementAt(document, value, index)) === 'certain')
  );
}

const elementAt = (document: Document, value: Value, index: number): Document => documentAt(document, [index], value);

function importerOfAll(known: readonly Known[], unknown: readonly number[]): EachElement {
  const among = [...new Set(known.map(({ importer }) => importer))];
  const [only] = among;
  const { id, title } =
    among.length === 1 && only !== undefined ? only : { id: 'elements', title: 'Sessions of several formats' };
  const holdContext = among.some(({ holdsContext }) => holdsContext === true);
  const readWith: EachElement['readWith'] = (readOf) => () => readAll(known, unknown, readOf);
  return {
    kind: 'each-element',
    id,
    title,
    ...(holdContext && { holdsContext: true }),
    claim: () => 'likely',
    readWith,
    async load() {
      const reads = new Map(await Promise.all(among.map(async (one) => [one, await one.load()] as const)));
      return readWith((importer) => reads.get(importer) ?? (() => err(nobody)));
    },
  };
}

function readAll(
  known: readonly Known[],
  unknown: readonly number[],
  readOf: (importer: Importer) => Read,
): ReturnType<Read> {
  const sessions: SessionEntry[] = [];
  const refused: { readonly index: number; readonly problem: Problem }[] = [];
  for (const { importer, index, document } of known) {
    const read = readOf(importer)(document);
    if (!read.ok) refused.push({ index, problem: read.problem });
    else sessions.push(...read.value.sessions.map((entry) => within(entry, index)));
  }
  const notes = [...unknownNote(unknown), ...refused.map(({ index, problem }) => refusedNote(index, problem))];
  const [first, ...others] = sessions;
  if (first === undefined) return err(refused[0]?.problem ?? nobody);
  return ok({ sessions: [withNotes(first, notes), ...others] });
}

/** A session of one element as a session of the list: all places begin with the element's. */
const within = (entry: SessionEntry, index: number): SessionEntry =>
  changedEntry(entry, ({ session, sources }) => {
    const notes = session.notes.map((note) => placedWithin(note, index));
    return { session: { ...session, notes }, sources: sourcesWithin(sources, index) };
  });

/** A place that a reader tells, by line and column, is one in the whole text already. */
function placedWithin(note: Note, index: number): Note {
  const { place } = note;
  if (place === undefined || /^(?:line|offset) \d/.test(place)) return note;
  return { ...note, place: `${formatPath([index])}${place.startsWith('[') ? '' : '.'}${place}` };
}

function sourcesWithin(sources: Sources, index: number): Sources {
  return {
    length: sources.length,
    at(event) {
      const path = sources.at(event);
      return path === undefined || path === null ? path : [index, ...path];
    },
    also: (event) => (sources.also?.(event) ?? []).map((path) => [index, ...path]),
  };
}

/** What became of the other elements stands in the first session's report, since nothing else will mention them. */
const withNotes = (entry: SessionEntry, notes: readonly Note[]): SessionEntry =>
  changedEntry(entry, ({ session, sources }) => ({
    session: { ...session, notes: [...session.notes, ...notes] },
    sources,
  }));

function unknownNote(unknown: readonly number[]): readonly Note[] {
  const [first] = unknown;
  if (first === undefined) return [];
  const message = `${counted(unknown.length, 'element')} of the list that no importer knows: left out.`;
  return [{ severity: 'lost', code: 'elements/unknown', message, place: formatPath([first]) }];
}

const refusedNote = (index: number, { message }: Problem): Note => ({
  severity: 'lost',
  code: 'elements/refused',
  message: `An element of the list was left out. ${message}`,
  place: formatPath([index]),
});

const nobody: Problem = { code: 'import/unknown-kind', message: 'No importer knows any element of this list.' };
