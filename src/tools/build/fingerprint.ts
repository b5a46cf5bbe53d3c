import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from '../setup/run.ts';

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
export async function fingerprint(): Promise<string> {
  const digest = createHash('sha256').update(process.versions.node);
  for (const file of await filesUnder(sources))
    digest
      .update(file)
      .update('\0')
      .update(await readFile(resolve(root, file)));
  return digest.digest('hex');
}

export async function isBuilt(): Promise<boolean> {
  if (!existsSync(mark) || !existsSync(resolve(root, 'dist/index.html'))) return false;
  return (await readFile(mark, 'utf8')) === (await fingerprint());
}

export async function markBuilt(built: string): Promise<void> {
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
