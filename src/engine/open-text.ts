import { err, ok, type Result } from '../base/result.ts';
import { importDocument } from './importers/import-document.ts';
import type { Importer, SessionEntry, Sources } from './importers/importer.ts';
import { mappedBy } from './importers/mapped/index.ts';
import type { Mapping } from './importers/mapped/mapping.ts';
import type { History } from './model/history.ts';
import type { Note, Problem } from './model/problem.ts';
import type { Session, SystemId } from './model/session.ts';
import type { Document } from './readers/document.ts';
import { Lines } from './readers/lines.ts';
import { readDocument } from './readers/read-document.ts';
import type { System } from './systems/system.ts';
import type { CallsMade } from './systems/moment.ts';

/** A text that was recognised: its document, who read it, and the sessions in it. */
export interface OpenText {
  readonly document: Document;
  /** Of the document's text. */
  readonly lines: Lines;
  readonly importer: Importer;
  readonly entries: readonly SessionEntry[];
}

/** A session with all that can be asked of it. */
export interface OpenSession {
  readonly session: Session;
  readonly system: System;
  readonly history: History;
  readonly sources: Sources;
  readonly document: Document;
  /** Of the document's text, shared by all sessions in it. */
  readonly lines: Lines;
  readonly importer: Importer;
  /** The fidelity report: what the reader and the importer skipped, repaired or assumed. */
  readonly notes: readonly Note[];
  /** Of a run: the calls that led here. */
  readonly calls?: CallsMade;
}

/** Mappings for what no importer knows. `chosen` reads the text whoever else may know it; the first that `fits` is next. */
export interface Mappings {
  readonly chosen?: Mapping;
  readonly remembered: readonly Mapping[];
}

const noMappings: Mappings = { remembered: [] };

/** `read`: where the text has been read already. */
export function openText(text: string, mappings: Mappings = noMappings, read?: Document): Result<OpenText, Problem> {
  const document = read === undefined ? readDocument(text) : ok(read);
  if (!document.ok) return document;
  const found = importWith(document.value, mappings);
  if (!found.ok) return found;
  const { importer, imported } = found.value;
  return ok({ document: document.value, lines: new Lines(text), importer, entries: imported.sessions });
}

function importWith(document: Document, { chosen, remembered }: Mappings): ReturnType<typeof importDocument> {
  if (chosen !== undefined) return importBy(mappedBy(chosen), document);
  const found = importDocument(document);
  if (found.ok || found.problem.code !== 'import/unknown-kind') return found;
  const fitting = remembered.map(mappedBy).find((importer) => importer.claim(document) !== 'no');
  return fitting === undefined ? found : importBy(fitting, document);
}

function importBy(importer: Importer, document: Document): ReturnType<typeof importDocument> {
  const imported = importer.read(document);
  return imported.ok ? ok({ importer, imported: imported.value }) : imported;
}

/** `systemOf` gives the code of the system that the entry names. */
export function openEntry(
  text: OpenText,
  index: number,
  systemOf: (id: SystemId) => System,
): Result<OpenSession, Problem> {
  const entry = text.entries[index];
  if (entry === undefined) return err(noSuchEntry(index, text.entries.length));
  const read = entry.open();
  if (!read.ok) return read;
  const system = systemOf(read.value.session.system);
  const session = system.check(read.value.session);
  if (!session.ok) return session;
  return ok({
    session: session.value,
    system,
    history: system.history(session.value),
    sources: read.value.sources,
    document: text.document,
    lines: text.lines,
    importer: text.importer,
    notes: [...text.document.notes, ...session.value.notes],
  });
}

const noSuchEntry = (index: number, count: number): Problem => ({
  code: 'open/no-such-session',
  message: `There is no session ${index}: this file holds ${count}, counted from 0.`,
});
