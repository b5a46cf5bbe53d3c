import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { readMapping } from '../../engine/importers/mapped/mapping.ts';
import { openEntry, openText, type Mappings, type OpenSession, type OpenText } from '../../engine/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { Refusal } from './refusal.ts';

export async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw new Refusal(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `mapping` names a file that says where everything stands in a text that no importer knows. */
export async function loadText(file: string, mapping?: string): Promise<OpenText> {
  const opened = await openText(await readText(file), mapping === undefined ? undefined : await mappingIn(mapping));
  if (!opened.ok) throw refused(file, opened.problem);
  return opened.value;
}

async function mappingIn(file: string): Promise<Mappings> {
  const read = readMapping(await readText(file));
  if (!read.ok) throw refused(file, read.problem);
  return { chosen: read.value, remembered: [] };
}

/** One session of a file: the chosen one, or the first; then a line on standard error says that there are more. */
export async function loadSession(file: string, chosen: number | undefined, mapping?: string): Promise<OpenSession> {
  const opened = await loadText(file, mapping);
  if (chosen === undefined && opened.entries.length > 1)
    process.stderr.write(
      `${file} holds ${opened.entries.length} sessions; this is session 0. Choose with --session K.\n`,
    );
  return loadEntry(file, opened, chosen ?? 0);
}

export function loadEntry(file: string, opened: OpenText, index: number): OpenSession {
  const session = openEntry(opened, index, systemOf);
  if (!session.ok) throw refused(file, session.problem);
  return session.value;
}

/** The turn asked for, or the last one. */
export function turnOf(session: OpenSession, asked: number | undefined): number {
  const last = session.history.turns.length - 1;
  if (asked === undefined) return last;
  if (asked > last) throw new Refusal(`There is no turn ${asked}: this session has ${last + 1} turns, counted from 0.`);
  return asked;
}

const refused = (file: string, problem: Problem) => new Refusal(`${file}: ${problem.message}`);
