import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { samplesQuery } from './samples.ts';

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
