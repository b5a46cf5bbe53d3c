import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { unhurried } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import { readMapping } from '../../engine/importers/mapped/mapping.ts';
import { withTurns, type OpenSession } from '../../engine/opening/open-session.ts';
import { openText, type Mappings } from '../../engine/opening/open-text.ts';
import { readGiven } from '../../engine/environments/given.ts';
import { readFindings } from '../../engine/environments/findings.ts';
import type { Decisions, GivenTexts } from '../../engine/model/decisions.ts';
import { decisionsUnder } from '../../engine/policies/declared.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import { loadPolicy as readWithEnvironments } from '../../engine/policies/read-policy.ts';
import { decisionsOf } from '../../engine/rules/decisions.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { isSnapshot } from '../../engine/model/snapshot-moment.ts';
import type { Bytes } from '../../engine/readers/archives/bytes.ts';
import { contentOf } from '../../engine/readers/archives/content.ts';
import { openArchive } from '../../engine/opening/archives/open-archive.ts';
import { type Look, lookAt, lookInto } from '../../worker/look.ts';
import { type givenOptions, wholeNumber } from './args.ts';
import { Refusal } from './command.ts';

export async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await (await standardInput()).text() : await readFile(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * The sessions of a file: a text or an archive, perhaps gzipped. `mapping` names a file that maps the fields of an
 * unknown format, or is `auto` for the mapping that the fields suggest.
 */
export async function loadFile(file: string, mapping?: string): Promise<Look> {
  const content = await contentOf(await bytesOf(file), file);
  if (!content.ok) throw refused(file, content.problem);
  const mappings = mapping === undefined ? undefined : await mappingIn(mapping);
  if (content.value.kind === 'archive') return loadArchive(file, content.value.archive, mappings);
  const opened = await openText(content.value.text, mappings);
  if (!opened.ok) throw refused(file, opened.problem);
  return lookAt(opened.value);
}

async function loadArchive(file: string, bytes: Bytes, mappings: Mappings | undefined): Promise<Look> {
  const archive = await openArchive(bytes, unhurried, mappings);
  if (!archive.ok) throw refused(file, archive.problem);
  for (const { message } of archive.value.refused) process.stderr.write(`${file}: ${message}\n`);
  return lookInto(archive.value);
}

/**
 * The file is not read yet, so that only the required parts of a large archive are read; a pipe can be read only once.
 */
async function bytesOf(file: string): Promise<Blob> {
  try {
    if (file === '-') return await standardInput();
    return (await stat(file)).isFile() ? await openAsBlob(file) : new Blob([await readFile(file)]);
  } catch (error) {
    throw unreadable(file, error);
  }
}

const standardInput = async () => new Blob([await buffer(process.stdin)]);

async function mappingIn(file: string): Promise<Mappings> {
  if (file === 'auto') return { remembered: [], mayAssume: true };
  const read = readMapping(await readText(file));
  if (!read.ok) throw refused(file, read.problem);
  return { chosen: read.value, remembered: [] };
}

/**
 * The chosen session of a file, or the first one. In the second case a line on standard error says that there are more.
 */
export async function loadSession(
  file: string,
  { session, mapping }: { readonly session?: string | undefined; readonly mapping?: string | undefined },
): Promise<OpenSession> {
  const chosen = wholeNumber(session, 'session');
  const opened = await loadFile(file, mapping);
  if (chosen === undefined && opened.entries.length > 1)
    process.stderr.write(
      `${file} holds ${opened.entries.length} sessions; this is session 0. Choose with --session K.\n`,
    );
  return loadWithTurns(file, opened, chosen ?? 0);
}

/** Like `loadEntry`, but refuses a session without turns. */
export async function loadWithTurns(file: string, opened: Look, index: number): Promise<OpenSession> {
  const session = withTurns(await loadEntry(file, opened, index));
  if (session.ok) return session.value;
  const others =
    opened.entries.length > 1
      ? ` The file holds ${opened.entries.length} sessions: choose another with --session K.`
      : '';
  throw refused(`${file}, session ${index}`, { ...session.problem, message: `${session.problem.message}${others}` });
}

export async function loadEntry(file: string, opened: Look, index: number): Promise<OpenSession> {
  const session = await opened.session(index);
  if (!session.ok) throw refused(file, session.problem);
  return session.value;
}

export async function loadPolicy(file: string): Promise<Policy> {
  const policy = await readWithEnvironments(await readText(file));
  if (!policy.ok) throw refused(file, policy.problem);
  return policy.value;
}

/** Files with what no recording has. */
type GivenFiles = { readonly [option in keyof typeof givenOptions]?: string | undefined };

/** The decisions for a session. Capabilities that the policy in the file declares are present, used or not. */
export async function loadDecisions(
  session: OpenSession,
  { policy, ...files }: GivenFiles & { readonly policy?: string | undefined },
): Promise<Decisions> {
  const decisions = policy === undefined ? decisionsOf(session) : decisionsUnder(await loadPolicy(policy), session);
  return { ...decisions, ...(await loadGiven(files)) };
}

/** The texts of these files, once they are known to be readable. */
export async function loadGiven({ findings, given }: GivenFiles): Promise<GivenTexts> {
  return {
    ...(findings !== undefined && { findings: await checkedText(findings, readFindings) }),
    ...(given !== undefined && { given: await checkedText(given, readGiven) }),
  };
}

async function checkedText(file: string, read: (text: string) => Result<unknown, Problem>): Promise<string> {
  const text = await readText(file);
  const result = read(text);
  if (!result.ok) throw refused(file, result.problem);
  return text;
}

/** The requested turn, or the last one. */
export function turnOf(session: OpenSession, requested: number | undefined): number {
  const last = session.history.turns.length - 1;
  if (requested === undefined) return last;
  if (requested > last) throw new Refusal(`There is no turn ${requested}: ${turnsIn(session)}`);
  return requested;
}

const turnsIn = ({ history }: OpenSession) =>
  isSnapshot(history)
    ? 'this session has no turns but one moment, the snapshot. Use turn 0 for it.'
    : `this session has ${history.turns.length} turns, counted from 0.`;

const unreadable = (file: string, error: unknown) =>
  new Refusal(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);

const refused = (file: string, { message }: Problem) =>
  new Refusal(message.startsWith(file) ? message : `${file}: ${message}`);
