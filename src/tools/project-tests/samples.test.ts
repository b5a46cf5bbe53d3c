import { expect, test } from 'vitest';
import * as v from 'valibot';
import { projectFiles, read } from './files.ts';

const words = v.pipe(v.string(), v.trim(), v.minLength(3));
const Index = v.array(v.looseObject({ id: words, title: words, file: words, origin: words, licence: words }));
const index = v.parse(Index, JSON.parse(read('public/samples/index.json')));

const folder = 'public/samples/';
const beside = new Set(['index.json', 'README.md', 'LICENSES.md']);
const sampleFiles = projectFiles()
  .filter((path) => path.startsWith(folder))
  .map((path) => path.slice(folder.length))
  .filter((file) => !beside.has(file));

test('every sample names its origin and its licence', () => {
  expect(index.length).toBeGreaterThanOrEqual(3);
  expect(index.map(({ file }) => file).toSorted()).toEqual([...sampleFiles].toSorted());
});

test.each(sampleFiles.filter((file) => file.endsWith('.ctx.json')))('%s names its origin in the file too', (file) => {
  const Origin = v.looseObject({ source: words, licence: words });
  const sample = v.parse(v.looseObject({ header: v.looseObject({ origin: Origin }) }), JSON.parse(read(folder + file)));
  expect(sample.header.origin.licence).toBe(index.find((one) => one.file === file)?.licence);
});

test('the first sample is of the system whose code the first engine loads ahead', () => {
  const { system } = v.parse(v.object({ system: v.string() }), JSON.parse(read(`${folder}${index[0]?.file}`)));
  expect(read('src/worker/worker.ts')).toContain(`ofFirstSample = '${system}'`);
});
