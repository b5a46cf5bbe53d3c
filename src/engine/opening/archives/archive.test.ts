import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import type { Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { guessMapping } from '../../importers/mapped/guess.ts';
import { documentOf } from '../../readers/testing.ts';
import { lookInto } from '../../../worker/look.ts';
import { archiveOf } from '../../readers/archives/testing.ts';
import { isArchive } from '../../readers/archives/content.ts';
import type { OpenArchive } from './archived.ts';
import { openArchive } from './open-archive.ts';

const evalLog = new Blob([readFileSync(join(import.meta.dirname, 'fixtures', 'popularity.eval'))]);

function listed(archive: Result<OpenArchive, Problem>) {
  if (!archive.ok) return { problem: archive.problem.code, said: archive.problem.message };
  const { importer, entries, refused } = archive.value;
  return {
    importer: importer.id,
    titles: entries.map(({ title }) => title),
    refused: refused.map(({ message }) => message),
  };
}

const listingOf = async (archive: Blob) => listed(await openArchive(archive, unhurried));

/** The result for each session that an archive lists: its number of turns, or the code of the problem. */
async function turnsIn(archive: Blob): Promise<readonly (number | string)[]> {
  const opened = await openArchive(archive, unhurried);
  if (!opened.ok) throw new Error(opened.problem.message);
  const look = lookInto(opened.value);
  const turns: (number | string)[] = [];
  for (const entry of look.entries.keys()) {
    const session = await look.session(entry);
    turns.push(session.ok ? session.value.history.turns.length : session.problem.code);
  }
  return turns;
}

const chat = (question: string) =>
  JSON.stringify([
    { role: 'user', content: question },
    { role: 'assistant', content: 'Yes.' },
  ]);

/** A sample as Inspect writes it. */
const sample = (id: string) =>
  JSON.stringify({ id, epoch: 1, target: '', model_usage: {}, messages: [{ role: 'user', content: `sample ${id}` }] });

const header = JSON.stringify({ version: 2, status: 'success', eval: { task: 'arithmetic', model: 'mock' } });

describe('a log of Inspect', () => {
  test('lists its samples in order, and each opens with the facts that the log states for all', async () => {
    expect(await isArchive(evalLog)).toBe(true);
    const samples = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => `popularity, sample ${id}`);
    expect(await listingOf(evalLog)).toEqual({ importer: 'inspect', titles: samples, refused: [] });
    const opened = await openArchive(evalLog, unhurried);
    const session = opened.ok ? await lookInto(opened.value).session(9) : opened;
    if (!session.ok) throw new Error(session.problem.message);
    expect(session.value.session.header.title).toBe('popularity, sample 10');
    expect(session.value.history.model).toBe('openai/gpt-4o-mini');
    expect(session.value.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm']);
  });

  test('whose files are packed by Zstandard opens in the same way', async () => {
    const log = new Blob([readFileSync(join(import.meta.dirname, 'fixtures', 'popularity-zstandard.eval'))]);
    const titles = [1, 2, 10].map((id) => `popularity, sample ${id}`);
    expect(await listingOf(log)).toEqual({ importer: 'inspect', titles, refused: [] });
    expect(await turnsIn(log)).toEqual([2, 2, 2]);
  });

  test('that is still being written has its header in another file', async () => {
    const log = await archiveOf([
      { path: '_journal/start.json', text: JSON.stringify({ version: 2, eval: { task: 'arithmetic' } }) },
      { path: 'samples/a b_epoch_2.json', text: sample('a b') },
      { path: 'samples/a b_epoch_1.json', text: sample('a b') },
    ]);
    expect(await listingOf(log)).toMatchObject({
      titles: ['arithmetic, sample a b', 'arithmetic, sample a b, epoch 2'],
    });
    expect(await turnsIn(log)).toEqual([1, 1]);
  });

  test('lists all samples, and reports the ones that cannot be unpacked or read when they are opened', async () => {
    const log = await archiveOf([
      { path: 'header.json', text: header.slice(0, -1) },
      { path: 'samples/1_epoch_1.json', text: sample('1') },
      { path: 'samples/2_epoch_1.json', text: sample('2'), lies: { checksum: 1 } },
      { path: 'samples/3_epoch_1.json', text: sample('3'), lies: { method: 14 } },
      { path: 'samples/4_epoch_1.json', text: 'no sample' },
      { path: 'samples/5_epoch_1.json', text: sample('5').repeat(4000), lies: { size: 100 } },
    ]);
    expect(await turnsIn(log)).toEqual([1, 'zip/damaged', 'zip/method', 'import/malformed', 'zip/damaged']);
  });

  test('whose header cannot be read is refused with advice', async () => {
    const log = await archiveOf([
      { path: 'header.json', text: 'nothing' },
      { path: 'samples/1_epoch_1.json', text: sample('1') },
    ]);
    expect(await listingOf(log)).toMatchObject({ problem: 'archive/inspect-header' });
  });

  test('cut off at any place is reported as cut off', async () => {
    for (let length = 4; length < evalLog.size; length += 1000)
      expect(await listingOf(evalLog.slice(0, length))).toMatchObject({ problem: 'zip/no-archive' });
  });
});

describe('any other archive', () => {
  test('lists the sessions of all its files, and names the files without one', async () => {
    const archive = await archiveOf([
      { path: 'runs/one.json', text: chat('one?') },
      {
        path: 'runs/many.jsonl',
        text: ['two?', 'three?'].map((question) => `{"messages": ${chat(question)}}`).join('\n'),
      },
      { path: '../../above.json', text: chat('above?') },
      { path: 'README.md', text: 'Read me first. There is nothing else to see here, and no value at all.' },
      { path: '__MACOSX/._one.json', text: 'x' },
      { path: 'secret.json', text: chat('secret?'), lies: { flags: 1 } },
      { path: 'bad\u001B[31m.json', text: chat('bad?'), lies: { checksum: 7 } },
      { path: 'inner.zip', text: 'PK\u0003\u0004 and so on' },
    ]);
    const listing = await listingOf(archive);
    expect(listing.titles).toEqual(['one?', 'runs/many.jsonl · two?', 'runs/many.jsonl · three?', 'above?']);
    expect(listing.refused).toEqual([
      expect.stringMatching(/^README\.md: /),
      expect.stringMatching(/^__MACOSX\/\._one\.json is hidden/),
      expect.stringMatching(/^secret\.json is encrypted/),
      expect.stringMatching(/^bad\uFFFD\[31m\.json is damaged/),
      expect.stringMatching(/^inner\.zip: .*cut off/),
    ]);
    expect(await turnsIn(archive)).toEqual([2, 2, 2, 2]);
  });

  test('lists the sessions of archives within it, and opens them after other files were opened', async () => {
    const bytesOf = async (archive: Blob) => new Uint8Array(await archive.arrayBuffer());
    const log = new Uint8Array(await evalLog.arrayBuffer());
    const inner = await archiveOf([
      { path: 'one.json', text: chat('one?') },
      { path: 'notes.txt', text: 'Dear diary.' },
      { path: 'popularity.eval', bytes: log },
    ]);
    const tar = new Uint8Array(readFileSync(join(import.meta.dirname, '../../readers/archives/fixtures/pax.tar')));
    const archive = await archiveOf([
      { path: 'inner.zip', bytes: await bytesOf(inner) },
      { path: 'two.json', text: chat('two?') },
      { path: 'three.json', text: chat('three?') },
      { path: 'folder.tar', bytes: tar },
    ]);
    const listing = await listingOf(archive);
    expect(listing.titles?.slice(0, 3)).toEqual([
      'inner.zip · one?',
      'inner.zip · popularity.eval · popularity, sample 1',
      'inner.zip · popularity.eval · popularity, sample 2',
    ]);
    expect(listing.titles?.slice(-2)).toEqual(['two?', 'three?']);
    expect(listing.refused).toEqual([
      expect.stringMatching(/^inner\.zip\/notes\.txt: /),
      expect.stringMatching(/^folder\.tar: None of the 4 files in this tar archive is a recording/),
    ]);
    expect(await turnsIn(archive)).toEqual(Array.from({ length: 13 }, () => 2));
  });

  test('within archives within archives is refused beyond some depth', async () => {
    let archive = await archiveOf([{ path: 'one.json', text: chat('one?') }]);
    const said: string[] = [];
    for (let depth = 1; depth <= 4; depth++) {
      const found = await listingOf(archive);
      said.push(found.said ?? found.titles?.join() ?? '');
      archive = await archiveOf([{ path: 'inner.zip', bytes: new Uint8Array(await archive.arrayBuffer()) }]);
    }
    expect(said).toEqual(['one?', 'one?', 'one?', expect.stringContaining('Unpack it first.')]);
  });

  test('reads files of an unknown format with a mapping', async () => {
    const log = JSON.stringify({ log: [{ who: 'me', said: 'one?' }] });
    const archive = await archiveOf([{ path: 'ours.json', text: log }]);
    expect(await listingOf(archive)).toMatchObject({ problem: 'archive/no-recording' });
    const ours = guessMapping(documentOf(log).value);
    const opened = await openArchive(archive, unhurried, { remembered: [ours] });
    expect(listed(opened).titles).toEqual(['one?']);
  });

  test('without a recording is a problem, not an empty list', async () => {
    expect(await listingOf(await archiveOf([]))).toMatchObject({ problem: 'archive/no-recording' });
    const notes = await archiveOf([{ path: 'notes.txt', text: 'Dear diary.' }]);
    expect((await listingOf(notes)).said).toContain('notes.txt');
  });

  test('stops unpacking beyond a limit', async () => {
    const bombs = Array.from({ length: 20 }, (_, index) => ({
      path: `${index}.json`,
      text: chat('?'),
      lies: { size: 199_000_000 },
    }));
    const listing = await listingOf(await archiveOf([...bombs, { path: 'last.json', text: chat('last?') }]));
    expect(listing.said).toContain('None of the 21 files');
  });
});
