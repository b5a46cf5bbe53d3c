import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder with package.json. Sources and the bundled command line are at different depths below it. */
export const root = folderWithPackage(import.meta.dirname);

function folderWithPackage(folder: string): string {
  const above = dirname(folder);
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : folderWithPackage(above);
}

export interface Ran {
  readonly status: number;
  readonly output: string;
}

interface HowToRun {
  readonly env?: Readonly<Record<string, string>>;
  /** `show` lets the program write to our own terminal; `keep` returns what it wrote. */
  readonly output?: 'show' | 'keep';
}

/** Runs a program in the project's folder. A program that cannot be started, or that was killed, has status 1. */
export async function run(program: string, args: readonly string[], how: HowToRun = {}): Promise<Ran> {
  const keep = how.output === 'keep';
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...how.env },
    stdio: ['ignore', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  try {
    const [status] = (await once(child, 'close')) as [number | null]; // the event's documented arguments
    return { status: status ?? 1, output: chunks.join('') };
  } catch (error) {
    return { status: 1, output: `${program} could not be started: ${String(error)}` };
  }
}

/** Runs the script behind a command of an installed package with this very Node. */
export function runNode(script: string, args: readonly string[], how: HowToRun = {}): Promise<Ran> {
  return run(process.execPath, [resolve(root, 'node_modules', script), ...args], how);
}
