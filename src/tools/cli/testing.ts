import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { build } from 'vite';
import { vi } from 'vitest';
import { root } from '../setup/run.ts';
import { program } from './program.ts';
import { statusOf } from './run-command.ts';

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in this process, which takes a hundredth of the time that another process needs to start. */
export async function runHere(args: readonly string[], input = ''): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const spies = [
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        written[name] += String(text);
        return true;
      }),
    ),
    // It is a stream, of which the program uses only what every stream has.
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(input)]) as typeof process.stdin),
  ];
  try {
    return { status: await statusOf(() => program(args)), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Bundles the published program from the sources into a folder: it starts seven times as fast as the sources. */
export async function bundledProgram(folder: string): Promise<string> {
  const configFile = join(root, 'vite.cli.config.ts');
  await build({ root, configFile, logLevel: 'warn', build: { outDir: folder, emptyOutDir: false } });
  return join(folder, 'contextscope.mjs');
}

/** The project as it is packed and published, with a small page instead of the built one. Returns the program in it. */
export async function packageIn(folder: string): Promise<string> {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const file of ['package.json', 'LICENSE', 'README.md']) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'dist/index.html'), '<title>page</title>');
  writeFileSync(join(folder, 'dist/.fingerprint'), 'of the sources');
  return bundledProgram(join(folder, 'dist-cli'));
}
