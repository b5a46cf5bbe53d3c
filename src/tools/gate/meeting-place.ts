import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../cli/this-program.ts';
import type { GateChoices } from './options.ts';

/** The longest path of a socket that every system accepts. */
const longestPath = 100;

/**
 * The socket at which the background process of a transcript listens, in a folder that only the user can enter. Another program,
 * policy or choice has another one. Null where there is no such folder: on Windows, or when its place is taken by another user.
 */
export function socketOf(program: Program, transcript: string, choices: GateChoices): string | null {
  const folder = privateFolder();
  if (folder === null) return null;
  const script = program.args.at(-1) ?? '';
  const version = statSync(script, { throwIfNoEntry: false })?.mtimeMs;
  const { timeoutMs: _, inProcess: __, ...decisive } = choices;
  const key = JSON.stringify([program, version, transcript, decisive]);
  const path = join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 20)}.sock`);
  return path.length > longestPath ? null : path;
}

function privateFolder(): string | null {
  const user = process.getuid?.();
  if (user === undefined) return null;
  const folder = join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `contextscope-gate-${user}`);
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const facts = lstatSync(folder);
    return facts.isDirectory() && facts.uid === user && (facts.mode & 0o077) === 0 ? folder : null;
  } catch {
    // It cannot be made, or is no folder: the gate judges without a background process.
    return null;
  }
}
