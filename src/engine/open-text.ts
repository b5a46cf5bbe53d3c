import { atOnce, giveWay, unhurried, type Pace } from '../base/pace.ts';
import { err, ok, type Result } from '../base/result.ts';
import { notesWithoutCredentials, withoutCredentials } from './importing/credentials.ts';
import { noteOfGaps } from './note-of-gaps.ts';
import type { Importer, Read, SessionEntry, Sources } from './importing/importer.ts';
import { isSettled, outright, type Recognised } from './recognition/outright.ts';
import type { Mapping } from './importers/mapped/mapping.ts';
import type { History } from './model/history.ts';
import type { Note, Problem } from './model/problem.ts';
import type { Session, SystemId } from './model/session.ts';
import { withSnapshot } from './model/snapshot-moment.ts';
import type { Document } from './readers/document.ts';
import { Lines } from './readers/lines.ts';
import { readText } from './readers/read-text.ts';
import type { System } from './systems/system.ts';
import type { CallsMade } from './systems/moment.ts';

/** The importer of a text. */
export type ImporterName = Pick<Importer, 'id' | 'title' | 'holdsContext'>;

/** A recognised text: its document, its importer, and the sessions in it. */
export interface OpenText {
  readonly document: Document;
  /** Lines of the document's text. */
  readonly lines: Lines;
  readonly importer: ImporterName;
  readonly entries: readonly SessionEntry[];
}

/** A session with all data that methods need. */
export interface OpenSession {
  readonly session: Session;
  readonly system: System;
  readonly history: History;
  readonly sources: Sources;
  readonly document: Document;
  /** Lines of the document's text, shared by all sessions in it. */
  readonly lines: Lines;
  readonly importer: ImporterName;
  /** The import report: what the reader and the importer skipped, repaired or assumed. */
  readonly notes: readonly Note[];
  /** For a run: its calls. */
  readonly calls?: CallsMade;
}

/**
 * Mappings for unknown formats. `chosen` reads the text even if an importer recognises it; the first that `fits` comes
 * next.
 */
export interface Mappings {
  readonly chosen?: Mapping;
  readonly remembered: readonly Mapping[];
}

const noMappings: Mappings = { remembered: [] };

/** Finds the importer of the text, and loads its code. `document`: set if the text was already parsed. */
export async function openText(
  text: string,
  mappings: Mappings = noMappings,
  document?: Document,
  pace: Pace = unhurried,
): Promise<Result<OpenText, Problem>> {
  const parsed = document === undefined ? await readText(text, pace) : ok(document);
  if (!parsed.ok) return parsed;
  await giveWay(pace);
  const found = await recognised(parsed.value, mappings);
  if (!found.ok) return found;
  const { importer, document: known } = partOf(parsed.value, found.value);
  const read = await importer.load();
  await giveWay(pace);
  const opened = openAs(importer, read, known);
  const isCut = opened.ok && known.notes.some(({ code }) => code === 'reader/cut-off');
  return isCut ? ok((await import('./cut-results.ts')).withoutCutResults(opened.value)) : opened;
}

/** The importer may read only a part of the document: the report compares the session with all of it. */
export const partOf = (whole: Document, { importer, document }: Recognised): Recognised => ({
  importer,
  document: document === whole || document.partOf !== undefined ? document : { ...document, partOf: whole },
});

async function recognised(document: Document, { chosen, remembered }: Mappings): Promise<Result<Recognised, Problem>> {
  if (chosen !== undefined) return ok({ document, importer: (await mapped()).mappedBy(chosen) });
  const found = outright(document);
  if (isSettled(found)) return found;
  const { mappedBy } = found.ok || remembered.length === 0 ? { mappedBy: undefined } : await mapped();
  const fitting = mappedBy && remembered.map(mappedBy).find((importer) => importer.claim(document) !== 'no');
  if (fitting !== undefined) return ok({ document, importer: fitting });
  const { beyondOutright } = await import('./recognition/recognise.ts');
  const beyond = beyondOutright(document, found);
  if (beyond !== undefined || found.ok) return beyond ?? found;
  return err((await import('./readers/refusal.ts')).refusalOf(document.text, found.problem));
}

const mapped = () => import('./importers/mapped/index.ts');

/** The sessions that an importer makes of a document; `read` is its code. */
export function openAs(importer: Importer, read: Read, document: Document): Result<OpenText, Problem> {
  const imported = read(document);
  if (!imported.ok) return imported;
  return ok({ document, lines: new Lines(document.text), importer, entries: imported.value.sessions });
}

/** `systemOf` returns the code of the system that the entry names. */
export const openEntry = (
  text: OpenText,
  index: number,
  systemOf: (id: SystemId) => System,
): Result<OpenSession, Problem> => atOnce(openingEntry(text, index, systemOf));

/** The same in steps. */
export function* openingEntry(
  text: OpenText,
  index: number,
  systemOf: (id: SystemId) => System,
): Generator<void, Result<OpenSession, Problem>> {
  const entry = text.entries[index];
  if (entry === undefined) return err(noSuchEntry(index, text.entries.length));
  const read = entry.opening === undefined ? entry.open() : yield* entry.opening();
  if (!read.ok) return read;
  yield;
  const system = systemOf(read.value.session.system);
  const session = system.check(withoutCredentials(read.value.session));
  if (!session.ok) return session;
  yield;
  const history = yield* historyOf(system, session.value);
  const { document, lines, importer } = text;
  const { sources } = read.value;
  const gaps = noteOfGaps({ document, lines, sources, history, isOnly: text.entries.length === 1 });
  const shown = withSnapshot(history, session.value.events.length, system.unrecorded?.(session.value));
  const ofReader = notesWithoutCredentials(document.notes, document.text);
  const notes = [...ofReader, ...(gaps === undefined ? [] : [gaps]), ...session.value.notes];
  return ok({ session: session.value, system, history: shown, sources, document, lines, importer, notes });
}

/** Number of events between two steps. */
const stride = 256;

function* historyOf(system: System, session: Session): Generator<void, History> {
  const { header, events } = session;
  const columns = system.growing(header, events);
  for (let start = 0; start < events.length; start += stride) {
    if (start > 0) yield;
    for (const event of events.slice(start, start + stride)) columns.add(event);
  }
  return columns.history;
}

export const noSuchEntry = (index: number, count: number): Problem => ({
  code: 'open/no-such-session',
  message: `There is no session ${index}: this file holds ${count}, counted from 0.`,
});
