import { err, ok } from '../../base/result.ts';
import { formatPath } from '../model/path.ts';
import type { Note, Problem } from '../model/problem.ts';
import { isRecord, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { changedEntry } from '../importing/transcript/changed-entry.ts';
import { claimOn, type Claimed } from './claims.ts';
import { documentAt } from './parts.ts';
import { elementsOf } from '../importing/values/elements.ts';
import type { Importer, Read, SessionEntry } from '../importing/importer.ts';
import { counted } from '../importing/import-report.ts';
import { sessionFile } from '../importers/session-file/index.ts';

/** Reads each element of a list as a file of its own, such as JSON Lines with one recording per line. */
export interface EachElement extends Importer {
  readonly kind: 'each-element';
  /** `readOf` returns the reading code of an importer. */
  readWith(readOf: (importer: Importer) => Read): Read;
}

interface Known {
  readonly importer: Importer;
  readonly index: number;
  readonly document: Document;
}

/** This many first elements decide whether the list holds recordings. */
const sample = 3;

export function eachElement(document: Document): EachElement | undefined {
  const elements = elementsOf(document.value);
  const importerFor = importerByShape('again');
  const first = elements.slice(0, sample).map((value, index) => importerFor(elementAt(document, value, index)));
  if (first.filter((importer) => importer !== undefined).length * 2 <= first.length) return undefined;
  const known: Known[] = [];
  const unknown: number[] = [];
  for (const [index, value] of elements.entries()) {
    const element = elementAt(document, value, index);
    const importer = importerFor(element);
    if (importer === undefined) unknown.push(index);
    else known.push({ importer, index, document: element });
  }
  return importerOfAll(known, unknown);
}

/** A second format is searched within this many elements, so that a long file of one format is not walked to its end. */
const mixedSample = 1000;

/**
 * Whether a list that an importer claims as a whole is better read element by element: it holds recordings of several formats, or
 * another importer is surer of each element. Entries of one log do not count: alone they are not recognised, or they name their kind
 * under the same key.
 */
export function isMixed(document: Document, whole: Claimed): boolean {
  if (whole.importer === sessionFile) return false;
  const elements = elementsOf(document.value).slice(0, mixedSample);
  const importerFor = importerByShape('once');
  const owner = (value: Value, index: number) => importerFor(elementAt(document, value, index));
  const first = elements.slice(0, sample);
  const known = first.filter((value, index) => owner(value, index) !== undefined);
  const [one] = known;
  if (one === undefined || known.length * 2 <= first.length) return false;
  const at = elements.indexOf(one);
  const firstOwner = owner(one, at);
  if (whole.claim !== 'certain' && firstOwner !== whole.importer && isCertain(elementAt(document, one, at)))
    return true;
  return elements.some((value, index) => {
    const other = namesKindAlike(value, one) ? undefined : owner(value, index);
    return other !== undefined && other !== firstOwner;
  });
}

const isCertain = (element: Document): boolean => claimOn(element)?.claim === 'certain';

/** Messages of JSON-RPC are of one protocol: A2A and MCP have methods and errors with the same names. */
const kindKeys = ['type', 'kind', 'role', 'event', 'event_type', 'message_type', 'jsonrpc'];

const namesKindAlike = (one: Value, other: Value): boolean =>
  isRecord(one) &&
  isRecord(other) &&
  kindKeys.some((key) => typeof one[key] === 'string' && typeof other[key] === 'string');

/**
 * Most files hold one format, so elements of the same shape are first offered to the importer of the earlier one. When the earlier
 * one had no importer, `again` tries all importers and `once` tries none.
 */
function importerByShape(unknown: 'again' | 'once'): (element: Document) => Importer | undefined {
  const known = new Map<string, Claimed | undefined>();
  return (element) => {
    const shape = shapeOf(element.value);
    const before = known.get(shape);
    if (before === undefined && known.has(shape) && unknown === 'once') return undefined;
    if (before !== undefined && before.importer.claim(element) === before.claim) return before.importer;
    const found = claimOn(element);
    const sure = found?.claim === 'possible' ? undefined : found;
    known.set(shape, sure);
    return sure?.importer;
  };
}

const shapeOf = (value: Value): string => (isRecord(value) ? Object.keys(value).join('\n') : typeof value);

/** A list of session files is read as such, even if another importer would claim their content. */
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
  const [only, ...others] = among;
  const { id, title } =
    only !== undefined && others.length === 0 ? only : { id: 'elements', title: 'Sessions of several formats' };
  const readWith: EachElement['readWith'] = (readOf) => () => readAll(known, unknown, readOf);
  return {
    kind: 'each-element',
    id,
    title,
    ...(among.some(({ holdsContext }) => holdsContext === true) && { holdsContext: true }),
    claim: () => 'likely',
    readWith,
    async load() {
      const reads = new Map(await Promise.all(among.map(async (one) => [one, await one.load()] as const)));
      return readWith((importer) => reads.get(importer) ?? (() => err(notRecognised)));
    },
  };
}

function readAll(
  known: readonly Known[],
  unknown: readonly number[],
  readOf: (importer: Importer) => Read,
): ReturnType<Read> {
  const notes = unknownNote(unknown);
  const problems: Problem[] = [];
  const sessions = known.flatMap(({ importer, index, document }) => {
    const read = readOf(importer)(document);
    if (read.ok) return read.value.sessions.map((entry) => within(entry, index));
    problems.push(read.problem);
    notes.push(refusedNote(index, read.problem));
    return [];
  });
  const [first, ...others] = sessions;
  if (first === undefined) return err(problems[0] ?? notRecognised);
  // The first session's report lists the elements that were left out, since no other report would.
  const noted = changedEntry(first, ({ session, sources }) => ({
    session: { ...session, notes: [...session.notes, ...notes] },
    sources,
  }));
  return ok({ sessions: [noted, ...others] });
}

/** Turns the session of one element into a session of the list: every place begins with the element's index. */
const within = (entry: SessionEntry, index: number): SessionEntry =>
  changedEntry(entry, ({ session, sources }) => ({
    session: { ...session, notes: session.notes.map((note) => placedWithin(note, index)) },
    sources: {
      length: sources.length,
      at(event) {
        const path = sources.at(event);
        return path && [index, ...path];
      },
      also: (event) => (sources.also?.(event) ?? []).map((path) => [index, ...path]),
    },
  }));

/** Line and column places of a reader already refer to the whole text. */
function placedWithin(note: Note, index: number): Note {
  const { place } = note;
  if (place === undefined || /^(?:line|offset) \d/.test(place)) return note;
  return { ...note, place: `${formatPath([index])}${place.startsWith('[') ? '' : '.'}${place}` };
}

function unknownNote(unknown: readonly number[]): Note[] {
  const [first] = unknown;
  if (first === undefined) return [];
  const message = `${counted(unknown.length, 'element')} of the list left out: ${unknown.length === 1 ? 'its format is' : 'their formats are'} not known.`;
  return [{ severity: 'lost', code: 'elements/unknown', message, place: formatPath([first]) }];
}

const refusedNote = (index: number, { message }: Problem): Note => ({
  severity: 'lost',
  code: 'elements/refused',
  message: `An element of the list was left out. ${message}`,
  place: formatPath([index]),
});

const notRecognised: Problem = {
  code: 'import/unknown-kind',
  message: 'Format not recognised: no element of this list has a known format.',
};
