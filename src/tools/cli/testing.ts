import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../setup/run.ts';

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
