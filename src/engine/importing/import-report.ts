import { formatPath } from '../model/path.ts';
import type { Path } from '../model/path.ts';
import { maxPlaces, type Note } from '../model/problem.ts';

/**
 * Collects a fidelity report. A repeated observation in one file (for example every time without a zone) is one note
 * with a count and the first places, so that the report stays readable at 100 000 messages.
 */
export interface ImportReport {
  note(severity: Note['severity'], code: string, place: Path | null, message: NoteText): void;
  notes(): readonly Note[];
}

/**
 * The sentence of a note, for the total count of its code. In a text, `{is|are}` is one of two wordings, for one case and for
 * several; `#` in them is the count, and `{# call}` is short for `{# call|# calls}`.
 */
export type NoteText = string | ((count: number) => string);

export const sentenceOf = (message: NoteText, count: number): string =>
  typeof message === 'function'
    ? message(count)
    : message.replaceAll(/\{([^{}]*)\}/g, (written, words: string) => {
        const [one = '', several = `${one}s`] = words.split('|');
        const isWording = words.includes('|') || words.startsWith('#');
        return isWording ? (count === 1 ? one : several).replace('#', String(count)) : written;
      });

interface Tally {
  readonly severity: Note['severity'];
  readonly code: string;
  readonly place: Path | null;
  readonly alsoAt: Path[];
  readonly message: NoteText;
  count: number;
}

/** `placeIn` translates the places of its notes. */
export function createImportReport(
  before: readonly Note[] = [],
  placeIn: (path: Path) => Path = (path) => path,
): ImportReport {
  const tallies = new Map<string, Tally>();
  return {
    note(severity, code, where, message) {
      const place = where && placeIn(where);
      const known = tallies.get(code);
      if (known === undefined) tallies.set(code, { severity, code, place, alsoAt: [], message, count: 1 });
      else {
        known.count++;
        if (place !== null && place.length > 0 && known.alsoAt.length < maxPlaces) known.alsoAt.push(place);
      }
    },
    notes: () => [...before, ...[...tallies.values()].map(asNote)],
  };
}

function asNote({ severity, code, place, alsoAt, message, count }: Tally): Note {
  const note = { severity, code, message: sentenceOf(message, count) };
  if (place === null || place.length === 0) return note;
  const first = formatPath(place);
  const others = [...new Set(alsoAt.map(formatPath))].filter((other) => other !== first);
  return { ...note, place: first, ...(others.length > 0 && { alsoAt: others }) };
}

/** One observation: adds itself to the report. The place may be given as the record that has it. */
export type Noted = (at: Path | null | { readonly place: Path }, report: ImportReport) => void;

const noted =
  (severity: Note['severity']) =>
  (code: string, message: NoteText): Noted =>
  (at, report) =>
    report.note(severity, code, at !== null && 'place' in at ? at.place : at, message);

export const info = noted('info');
export const assumed = noted('assumed');
export const lost = noted('lost');

/** The notes of a format by name. The code of each is the importer's id and the name, unless the name is a whole code. */
export const notesOf = <const Table extends NoteTable>(importer: string, table: Table) =>
  Object.fromEntries(
    Object.entries(table).flatMap(([severity, texts]) =>
      Object.entries(texts).map(([name, text]) => {
        const code = name.includes('/') ? name : `${importer}/${name}`;
        return [name, noted(severity as Note['severity'])(code, text)]; // a key of the table
      }),
    ),
  ) as { readonly [Name in NamesOf<Table>]: Noted }; // one for each name

type NoteTable = { readonly [Severity in Note['severity']]?: { readonly [name: string]: NoteText } };
type NamesOf<Table> = { [Severity in keyof Table]: keyof Table[Severity] }[keyof Table] & string;

/** `3 messages`, `1 message`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
