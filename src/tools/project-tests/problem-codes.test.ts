import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

const isTest = (path: string): boolean =>
  /\.test\.tsx?$|\/testing\.tsx?$|\/battery\/|\.outline\.txt$|^e2e\/[^/]*\.ts$/.test(path);

/** Codes of problems and notes are written whole: `reader/cut-off`. Other texts of this form are listed here. */
const isNoCode =
  /^(application|font|image|text|message|tasks|tools|public|test-results|contextscope|importing|readers|origin|n)\/|^adk-session\//;

/** Tests in these folders leave the family of a code out, and may write `_` for `-`. */
const shortened: { readonly [family: string]: string } = {
  cel: 'src/engine/cel/',
  console: 'src/engine/runs/console/',
  snapshot: 'src/engine/systems/task/running/snapshot/',
  task: 'src/engine/systems/task/',
};

const files = projectFiles();

/** The groups of each match. */
const matchesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...groups]) => groups);

const tests = files.filter(isTest).map((path) => ({ path, text: read(path) }));

/** The codes in the product, each with a file that has it. */
const declared = new Map(
  files
    .filter((path) => /^src\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap((path) =>
      [...read(path).matchAll(/(?<!(?:from|import) |import\()(['`])([a-z][a-z0-9-]*\/[a-z][a-z0-9_-]*)\1/g)].map(
        ([, , code = '']) => [code, path] as const,
      ),
    )
    .filter(([code]) => !isNoCode.test(code)),
);

/** Folders whose functions add the family to a code, with the calls that name one. */
const added: readonly { readonly folder: string; readonly family: string; readonly calls: RegExp }[] = [
  {
    folder: 'src/engine/runs/console/',
    family: 'console',
    calls: /\b(?:problem|unknownName|fail)\(\s*'([a-z-]+)'/g,
  },
  { folder: 'src/engine/cel/check/', family: 'cel', calls: /\b(?:error|warning|hint)\(\s*'([a-z-]+)',/g },
  {
    folder: 'src/engine/systems/task/running/snapshot/',
    family: 'snapshot',
    calls: /\bnote\(\s*'[a-z]+',\s*'([a-z-]+)'/g,
  },
];
for (const { folder, family, calls } of added)
  for (const path of files.filter((file) => file.startsWith(folder) && !isTest(file)))
    for (const [code = ''] of matchesOf(read(path), calls)) declared.set(`${family}/${code}`, path);

/** The tables of notes: their names are codes of the importer. */
for (const path of files.filter((file) => /^src\/engine\/.*\.ts$/.test(file) && !isTest(file)))
  for (const [importer = '', table = ''] of matchesOf(read(path), /notesOf\('([a-z0-9-]+)', \{\n([^]*?)\n\}\)/g))
    for (const [name = ''] of matchesOf(table, /^    '?([\w/-]+)'?:/gm))
      declared.set(name.includes('/') ? name : `${importer}/${name}`, path);

const whole = new Set(tests.flatMap(({ text }) => text.match(/[a-z][a-z0-9-]*\/[a-z][a-z0-9_-]*/g) ?? []));

const names = new Map(
  Object.entries(shortened).map(([family, folder]) => {
    const texts = tests.filter(({ path }) => path.startsWith(folder)).map(({ text }) => text);
    return [family, new Set(texts.flatMap((text) => text.match(/[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*/g) ?? []))];
  }),
);

const isTested = (code: string): boolean => {
  const [family = '', name = ''] = code.split('/');
  const known = names.get(family);
  return whole.has(code) || known?.has(name) === true || known?.has(name.replaceAll('-', '_')) === true;
};

test('every code of a problem or a note is expected by some test', () => {
  expect(declared.size).toBeGreaterThan(400);
  expect([...declared].filter(([code]) => !isTested(code)).map(([code, path]) => `${code} in ${path}`)).toEqual([]);
});
