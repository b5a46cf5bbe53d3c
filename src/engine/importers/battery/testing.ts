import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJson } from '../../model/json.ts';
import { contextAt } from '../../model/context-view.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import type { Problem } from '../../model/problem.ts';
import type { Document } from '../../readers/document.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import { systemOf } from '../../systems/systems.ts';
import { recogniseWhole } from '../../recognition/recognise.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { breaches, noteBreaches, pathsOf } from './invariants.ts';
import { outlineOf } from './outline.ts';
import { importers } from '../registry.ts';
import { readNow } from '../testing.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');

export interface Fixture {
  /** The importer that the file belongs to. */
  readonly owner: string;
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** Every file in every `fixtures/` folder, except `ORIGIN.md` and the outlines. */
export const fixtures: readonly Fixture[] = importers.flatMap(({ id }) =>
  readdirSync(join(folder, id, 'fixtures'))
    .filter((name) => name !== 'ORIGIN.md' && !name.endsWith('.outline.txt'))
    .map((name) => ({ owner: id, name, path: join(folder, id, 'fixtures', name) }))
    .map((file) => ({ ...file, text: readFileSync(file.path, 'utf8') })),
);

/** The result of reading a document: the number of sessions, and faults, each a sentence. */
export interface Reading {
  readonly sessions: number;
  readonly faults: readonly string[];
}

/** A text must give sessions that satisfy the invariants, or a problem with a message: anything else is a fault. */
export function readingOfText(text: string): Reading {
  const document = readDocument(text);
  return document.ok ? readingOf(document.value, true) : refused(document.problem);
}

/** `isWhole`: the value is exactly the text’s content, so every place must be in the text. */
export function readingOf(document: Document, isWhole = false): Reading {
  const found = recogniseWhole(document);
  if (!found.ok) return refused(found.problem);
  const { importer } = found.value;
  const imported = readNow(importer)(document);
  if (!imported.ok) return refused(imported.problem);
  const isSessionFile = importer.id === 'session-file';
  const readings = imported.value.sessions.slice(0, 3).map((entry): Reading => {
    const session = entry.open();
    if (!session.ok) return refused(session.problem);
    // The system checks the content of a session file when it is opened.
    if (isSessionFile && !isSound(session.value)) return { sessions: 0, faults: [] };
    // Notes in a session file may have any text.
    const notes = isSessionFile ? [] : noteBreaches(session.value.session);
    return { sessions: 1, faults: [...notes, ...faultsOf(session.value, document, isWhole)] };
  });
  return {
    sessions: readings.reduce((sum, one) => sum + one.sessions, 0),
    faults: readings.flatMap((one) => one.faults),
  };
}

function faultsOf(read: ReadSession, document: Document, isWhole: boolean): readonly string[] {
  const found = breaches(read, document.value);
  if (found.length > 0) return found;
  const lost = isWhole ? pathsOf(read.sources).filter((path) => document.locate(path) === null) : [];
  return [
    ...lost.slice(0, 3).map((path) => `the source ${JSON.stringify(path)} is not in the text`),
    ...panelFaults(read),
  ];
}

/** Computes what panels request for the last turn of an open session; nothing of it may throw. */
function panelFaults({ session, sources }: ReadSession): readonly string[] {
  const system = systemOf(session.system);
  const checked = system.check(session);
  if (!checked.ok) return [`the system refuses it: ${checked.problem.message}`];
  const history = system.history(checked.value);
  const last = history.turns.length - 1;
  const decisions = { ...defaultDecisions, ...checked.value.header.decisions };
  outlineOf({ session, history, sources, notes: session.notes });
  toJson(contextAt(history, last, decisions));
  toJson(system.stateAt(checked.value, history, last, decisions));
  return [];
}

const refused = ({ code, message }: Problem): Reading => ({
  sessions: 0,
  faults: /\S/.test(message) ? [] : [`${code} says nothing`],
});

const isSound = ({ session }: ReadSession): boolean => systemOf(session.system).check(session).ok;
