import { formatPath } from '../model/path.ts';
import type { Path } from '../model/path.ts';
import { maxPlaces, type Note } from '../model/problem.ts';

/**
 * Collects a fidelity report. A repeated observation in one file (for example every time without a zone) is one note
 * with a count and the first places, so that the report stays readable at 100 000 messages.
 */
export interface ImportReport {
  /** `message` receives the total count of this code. */
  note(severity: Note['severity'], code: string, place: Path | null, message: (count: number) => string): void;
  notes(): readonly Note[];
}

interface Tally {
  readonly severity: Note['severity'];
  readonly code: string;
  readonly place: Path | null;
  readonly alsoAt: Path[];
  readonly message: (count: number) => string;
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
  const note = { severity, code, message: message(count) };
  if (place === null || place.length === 0) return note;
  const first = formatPath(place);
  const others = [...new Set(alsoAt.map(formatPath))].filter((other) => other !== first);
  return { ...note, place: first, ...(others.length > 0 && { alsoAt: others }) };
}

/** One observation: adds itself to the report. */
export type Noted = (place: Path | null, report: ImportReport) => void;

const noted =
  (severity: Note['severity']) =>
  (code: string, message: (count: number) => string): Noted =>
  (place, report) =>
    report.note(severity, code, place, message);

export const info = noted('info');
export const assumed = noted('assumed');
export const lost = noted('lost');
export const repaired = noted('repaired');

/** `3 messages`, `1 message`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
