import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** Recordings by others show the folders of whoever published them. */
const recordings = /(^|\/)fixtures\/|^public\/samples\/|^e2e\/pasted\//;
const binary = /\.(png|woff2|ico|gz)$/;

/** Folders that exist on one machine only: homes, and places where a build happened to run. */
const machinePath = /(?<![\w.:/-])\/(root|home\/\w+|Users\/\w+|work|farm)\/\w/;

test('no file speaks of the machine it was written on', () => {
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
