import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../setup/run.ts';

/** Bundles the published program from the sources into a folder: it starts seven times as fast as the sources. */
export async function bundledProgram(folder: string): Promise<string> {
  const configFile = join(root, 'vite.cli.config.ts');
  await build({ root, configFile, logLevel: 'warn', build: { outDir: folder, emptyOutDir: false } });
  return join(folder, 'contextscope.mjs');
}
