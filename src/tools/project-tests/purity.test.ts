import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/**
 * Names that the compiler cannot forbid, because ES2023 itself has them. `Date.UTC` and `Date.parse` only compute, and
 * so does `Intl` with an explicit locale and time zone. A name in quotes is data.
 */
const impure =
  /(?<!')\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)|\bMath\.random\b|\bperformance\.|\bcrypto\.|\bIntl\.\w+\(\)|toLocale\w*\(/;

test('the engine has no clock, no randomness and no locale: the same session gives the same verdicts everywhere', () => {
  const found = projectFiles()
    .filter((path) => /^src\/(base|engine)\/.*\.ts$/.test(path) && !/\.test\.ts$|testing\.ts$/.test(path))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => impure.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

test('the import rules name the one folder that may import each heavy package', () => {
  const rules = read('.dependency-cruiser.cjs');
  for (const name of ['@bufbuild/', 'monaco-editor', 'zustand', 'react']) expect(rules).toContain(`'${name}`);
});

test('no module makes a format of a language as it loads: the first costs the start of the page 50 ms', () => {
  const found = projectFiles()
    .filter((path) => /^src\/(?!tools\/).*\.tsx?$/.test(path) && !/\.test\.tsx?$|testing\.tsx?$/.test(path))
    .filter((path) => /^(?:export )?const \w+ = new Intl\./m.test(read(path)));
  expect(found).toEqual([]);
});
