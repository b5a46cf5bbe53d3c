import { beforeEach, expect, test, vi } from 'vitest';
import { createViewStore } from '../../state/view.ts';
import { addFiles } from './addFiles.ts';

const engine = { listArchive: async () => ({ members: [] }) };
const marks = JSON.stringify({
  format: 'contextscope/marks',
  version: 1,
  sessions: [{ recording: 'runs/a.json', should: 'fire' }],
});
const found = (path: string, text = '{}') => ({ path, file: new File([text], path.split('/').at(-1) ?? path) });
const kept = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: kept });
  return () => vi.unstubAllGlobals();
});

test('a marks file in a folder applies to the folder’s files and is not taken for a recording', async () => {
  const view = createViewStore();
  const others = Array.from({ length: 20 }, (_, at) => found(`runs/${at}.json`));
  await addFiles({ engine, view }, [...others, found('runs/marks (2).json', marks), found('runs/remarks.json')]);
  const { recordings, marks: taken, marksMessage: said } = view.getState().backtest;
  expect(recordings.map(({ name }) => name)).toEqual([...others.map(({ path }) => path), 'runs/remarks.json']);
  expect([...taken.values()].map(({ name, mark }) => `${name} ${mark}`)).toEqual(['runs/a.json acts']);
  expect(said).toBe('runs/marks (2).json: 1 mark read.');
});

test('among few files, a marks file is recognised by its content, whatever its name', async () => {
  const view = createViewStore();
  await addFiles({ engine, view }, [found('labels.json', marks), found('a.json')]);
  expect(view.getState().backtest.recordings.map(({ name }) => name)).toEqual(['a.json']);
  expect(view.getState().backtest.marks.size).toBe(1);
});
