import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../cli/this-program.ts';

/** The longest path of a socket that every system accepts. */
const longestPath = 100;

/** The build of the published program: `vite.cli.config.ts` puts it here and into the script `contextscope-gate`. */
declare const CONTEXTSCOPE_BUILD: string | undefined;

/**
 * The socket at which the background process of a session listens, in a folder that only the user can enter. Another build has
 * another one. Null where there is no such folder: on Windows, or when its place is taken by another user.
 */
export function socketOf(program: Program, session: string): string | null {
  const folder = privateFolder();
  if (folder === null) return null;
  // `contextscope-gate` finds the first form only.
  const name = /^[\w-]{1,40}$/.test(session) ? session : digestOf(session);
  const path = join(folder, `${name}.${buildOf(program)}`);
  return path.length > longestPath ? null : path;
}

/** The sources have no build: when their first file changed, it is another one. */
function buildOf(program: Program): string {
  if (typeof CONTEXTSCOPE_BUILD === 'string') return CONTEXTSCOPE_BUILD;
  const version = statSync(program.args.at(-1) ?? '', { throwIfNoEntry: false })?.mtimeMs;
  return digestOf(JSON.stringify([program, version])).slice(0, 8);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);

/** Not in the folder of temporary files that macOS has for each user: a path there is too long for a socket. */
function privateFolder(): string | null {
  const user = process.getuid?.();
  if (user === undefined) return null;
  const folder = join(process.env['XDG_RUNTIME_DIR'] || '/tmp', `contextscope-gate-${user}`);
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const facts = lstatSync(folder);
    return facts.isDirectory() && facts.uid === user && (facts.mode & 0o077) === 0 ? folder : null;
  } catch {
    // It cannot be made, or is no folder: the gate judges without a background process.
    return null;
  }
}
