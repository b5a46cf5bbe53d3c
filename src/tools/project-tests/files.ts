import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../setup/run.ts';

/** Files that tools generate or that others wrote: our rules do not apply to them. */
const notOurs = /^(\.git|node_modules|dist|dist-cli|generated|coverage|test-results|playwright-report)$/;

/** Paths of the project's own files, relative to its folder, with forward slashes. */
export function projectFiles(folder = root): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return projectFiles(path);
    return entry.isFile() ? [relative(root, path).replaceAll(sep, '/')] : [];
  });
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The names of package.json's scripts. */
export function scriptNames(): readonly string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }; // our own file
  return Object.keys(scripts);
}
