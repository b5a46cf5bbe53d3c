import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createEngine, type Spawned } from '../services/engine/client.ts';
import { inProcessEngine, spawnInProcess } from '../services/engine/testing.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { createNoticeStore } from '../state/notices.ts';
import { createViewStore } from '../state/view.ts';
import { openFile } from './opening.ts';

const bytes = readFileSync(join(import.meta.dirname, '../engine/opening/archives/fixtures/popularity.eval'));

test('an Inspect log opens as its samples under any file name, and a cut-off one reports it', async () => {
  const { client: engine } = inProcessEngine();
  const [view, notices] = [createViewStore(), createNoticeStore()];
  const deps = { engine, queries: new QueryClient(), view, notices, keeping: keepingInMemory(), session: null };
  await openFile(deps, new File([bytes], 'log'));
  const [source] = view.getState().sources;
  expect(source?.opened.importer).toBe('inspect');
  expect(source?.opened.sessions.map(({ title }) => title)).toContain('popularity, sample 10');
  expect(notices.getState().message?.text).toBe('Inspect log: 10 sessions.');

  await openFile(deps, new File([bytes.subarray(0, 5000)], 'cut.eval'));
  expect(view.getState().sources.length).toBe(1);
  expect(notices.getState().message?.text).toMatch(/^cut\.eval: .*cut off.*\.$/);
});

test('gzipped and UTF-16 texts open as their content, a gzipped tar as its files', async () => {
  const { client: engine } = inProcessEngine();
  const [view, notices] = [createViewStore(), createNoticeStore()];
  const deps = { engine, queries: new QueryClient(), view, notices, keeping: keepingInMemory(), session: null };
  const chat = JSON.stringify([{ role: 'user', content: 'Grüße?' }]);
  const gzipped = (file: Blob) => new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  await openFile(deps, new File([await gzipped(new Blob([chat]))], 'chat.json.gz'));
  await openFile(deps, new File([Uint8Array.from(Buffer.from(`\uFEFF${chat}`, 'utf16le'))], 'chat.json'));
  const titles = view.getState().sources.map(({ opened }) => opened.sessions.map(({ title }) => title));
  expect(titles).toEqual([['Grüße?'], ['Grüße?']]);

  const tar = readFileSync(join(import.meta.dirname, '../engine/readers/archives/fixtures/gnu.tar'));
  await openFile(deps, new File([await gzipped(new Blob([tar]))], 'runs.tgz'));
  expect(notices.getState().message?.text).toMatch(
    /^runs\.tgz: None of the 4 files in this tar archive is a recording/,
  );
});

test('a new worker receives the archive again, and its sessions keep their ids', async () => {
  const workers: Spawned[] = [];
  const engine = createEngine(() => {
    const worker = spawnInProcess();
    workers.push(worker);
    return worker;
  });
  const { source } = await engine.client.openArchive({ archive: new Blob([bytes]), name: 'popularity.eval' });
  const { ref } = await engine.client.openSession({ source, entry: 9 });
  // Node has no ErrorEvent; the engine only reads its message.
  workers[0]?.onerror?.(Object.assign(new Event('error'), { message: 'crash' }) as ErrorEvent);
  expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
  engine.dispose();
});
