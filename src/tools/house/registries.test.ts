import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const files = projectFiles();
const registries = files.filter((path) => path.startsWith('src/') && path.endsWith('/registry.ts'));

/** Folders with source files next to a registry: each is something that the registry should know. */
function foldersBeside(registry: string): readonly string[] {
  const home = `${dirname(registry)}/`;
  const folders = files
    .filter((path) => path.startsWith(home) && /\.tsx?$/.test(path) && !path.includes('/fixtures/'))
    .map((path) => path.slice(home.length).split('/'))
    .flatMap(([folder, ...rest]) => (rest.length > 0 && folder !== undefined ? [folder] : []));
  return [...new Set(folders)].toSorted();
}

test('there are registries', () => {
  expect(registries.length).toBeGreaterThan(0);
});

test.each(registries)('every folder beside %s has its line in it', (registry) => {
  const text = read(registry);
  const forgotten = foldersBeside(registry).filter(
    // A folder is named by an import, or, where the registry is light, by its id.
    (folder) => !text.includes(`./${folder}/`) && !text.includes(`'${folder}'`),
  );
  expect(forgotten).toEqual([]);
});
