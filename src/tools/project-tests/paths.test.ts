import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** Recordings by others contain the folders of the people who published them. */
const recordings = /(^|\/)fixtures\/|^public\/samples\/|^e2e\/pasted\//;
const binary = /\.(png|woff2|ico|gz)$/;

/** Folders that exist on one machine only: home folders, and folders of a build. */
const machinePath = /(?<![\w.:/-])\/(root|home\/\w+|Users\/\w+|work|farm)\/\w/;

test('no file names folders of one machine', () => {
  const found = projectFiles()
    .filter((path) => !recordings.test(path) && !binary.test(path))
    .flatMap((path) => {
      const line = read(path)
        .split('\n')
        .find((text) => machinePath.test(text));
      return line === undefined ? [] : [`${path}: ${line.trim()}`];
    });
  expect(found).toEqual([]);
});
