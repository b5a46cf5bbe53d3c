import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runNode, root } from '../setup/run.ts';
import { compressTexts } from './compress.ts';
import { writeServiceWorker } from './offline.ts';
import { writeSingleFile } from './single-file.ts';

/** Builds the page into dist/, its texts compressed, too. False when the bundler failed; it has already printed the reason. */
export async function buildPage(): Promise<boolean> {
  const before = await fingerprint();
  const { status } = await runNode('vite/bin/vite.js', ['build', '--logLevel', 'error']);
  if (status !== 0) return false;
  const dist = resolve(root, 'dist');
  const [drawn] = await Promise.all([
    runNode('tsx/dist/cli.mjs', ['src/tools/build/prerender.ts', dist]),
    writeSingleFile(dist),
  ]);
  if (drawn.status !== 0) return false;
  await writeServiceWorker(dist);
  await compressTexts(dist);
  await markBuilt(before);
  return true;
}

/** Does the same, unless dist/ already holds the page of these sources. */
export async function ensurePage(): Promise<boolean> {
  if (await isBuilt()) return true;
  console.log('Building the page …');
  return buildPage();
}

/** Bundles the command line into dist-cli/, so that an installed package needs neither tsx nor the sources. */
export async function buildCommandLine(): Promise<boolean> {
  const { status } = await runNode('vite/bin/vite.js', [
    'build',
    '--config',
    'vite.cli.config.ts',
    '--logLevel',
    'warn',
  ]);
  return status === 0;
}

/** All files that the built page depends on. */
const sources = [
  'index.html',
  'package-lock.json',
  'public',
  'src',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** Is inside dist/, so that it is deleted or replaced together with the build. */
const mark = resolve(root, 'dist/.fingerprint');

/** A digest of the contents of all these files; a checkout does not keep time stamps. */
async function fingerprint(): Promise<string> {
  const digest = createHash('sha256').update(process.versions.node);
  for (const file of await filesUnder(sources))
    digest
      .update(file)
      .update('\0')
      .update(await readFile(resolve(root, file)));
  return digest.digest('hex');
}

async function isBuilt(): Promise<boolean> {
  if (!existsSync(mark) || !existsSync(resolve(root, 'dist/index.html'))) return false;
  return (await readFile(mark, 'utf8')) === (await fingerprint());
}

async function markBuilt(built: string): Promise<void> {
  await writeFile(mark, built);
}

async function filesUnder(places: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const place of places) {
    const full = resolve(root, place);
    if (!existsSync(full)) continue;
    const entries = await readdir(full, { recursive: true, withFileTypes: true }).catch(() => null);
    if (entries === null) files.push(place);
    else files.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  }
  return files.filter((file) => !/\.test\.(tsx?|mjs)$/.test(file)).toSorted();
}
