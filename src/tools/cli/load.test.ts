import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { root } from '../setup/run.ts';
import { loadEntry, loadFile } from './load.ts';
import { Refusal } from './command.ts';

const evalLog = join(root, 'src/engine/opening/archives/fixtures/popularity.eval');
const folder = join(root, 'src/engine/readers/archives/fixtures/folder.zip');

test('a log of Inspect is listed like any file of several sessions, and one of them is chosen by its number', async () => {
  const opened = await loadFile(evalLog);
  expect(opened.entries.length).toBe(10);
  const session = await loadEntry(evalLog, opened, 9);
  expect(session.session.header.title).toBe('popularity, sample 10');
  await expect(loadEntry(evalLog, opened, 10)).rejects.toThrow('There is no session 10');
});

test('files of an archive that are no recordings are named, and a folder is refused in a sentence', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await expect(loadFile(folder)).rejects.toThrow('None of the 2 files in this ZIP archive is a recording.');
    await expect(loadFile(root)).rejects.toThrow(Refusal);
  } finally {
    written.mockRestore();
  }
});
