import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const files = projectFiles();
const registries = files.filter((path) => path.startsWith('src/') && path.endsWith('/registry.ts'));

/** Folders with source files next to a registry: the registry should list each of them. */
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

/** Files outside a folder that mention it in an import, or by its id where the registry is light. */
function knows(text: string, folder: string): boolean {
  return text.includes(`/${folder}/`) || text.includes(`'${folder}'`);
}

test.each(registries)('every folder beside %s has its line in it, or is shared by those that have', (registry) => {
  const home = dirname(registry);
  const forgotten = foldersBeside(registry).filter((folder) => {
    if (knows(read(registry), folder)) return false;
    const others = files.filter((path) => /\.tsx?$/.test(path) && !path.startsWith(`${home}/${folder}/`));
    return !others.some((path) => !path.startsWith('src/tools/') && read(path).includes(`/${folder}/`));
  });
  expect(forgotten).toEqual([]);
});
