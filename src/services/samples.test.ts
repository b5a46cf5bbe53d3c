// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { EngineClient } from '../worker/connect.ts';
import { samplesQuery, sampleSourceQuery } from './samples.ts';

afterEach(() => vi.unstubAllGlobals());

const ask = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  return new QueryClient().fetchQuery(samplesQuery());
};

test.each<[string, string, () => Promise<Response>]>([
  ['sample/unreachable', 'no connection', async () => Promise.reject(new TypeError('failed to fetch'))],
  ['sample/unreachable', 'status 404', async () => new Response('', { status: 404 })],
  ['sample/malformed', 'not valid', async () => new Response('[{"id": 7}]')],
])('%s: %s', async (code, words, answer) => {
  await expect(ask(answer)).rejects.toMatchObject({ problem: { code, message: expect.stringContaining(words) } });
});

test('the first sample opens at once, and the others one after the other', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  const opening: (() => void)[] = [];
  // Only what the query uses.
  const engine = { open: () => new Promise((resolve) => opening.push(() => resolve({}))) } as unknown as EngineClient;
  const queries = new QueryClient();
  const answers = ['a', 'b', 'c'].map((id) => queries.fetchQuery(sampleSourceQuery(engine, { id, file: id })));
  for (const [at, answer] of answers.entries()) {
    await expect.poll(() => opening).toHaveLength(at + 1);
    opening[at]?.();
    await answer;
  }
});

test('a file that is part of the page is not requested', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('failed to fetch')));
  const block = document.createElement('script');
  block.type = 'application/json';
  block.dataset['file'] = 'index.json';
  block.textContent = '[]';
  document.body.append(block);
  await expect(new QueryClient().fetchQuery(samplesQuery())).resolves.toEqual([]);
  block.remove();
});
