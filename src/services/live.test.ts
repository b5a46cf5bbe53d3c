// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { serverAddress, streamAddress, streamsQuery } from './live.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const streams = () => new QueryClient().fetchQuery(streamsQuery());
const serve = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);

test('the streams of the page’s server', async () => {
  const list = { run: 'a1', streams: [{ name: 'demo', source: 'relay', records: 1 }], unused: [] };
  serve(async () => Response.json(list));
  expect(await streams()).toEqual(list);
});

test.each<[string, () => Promise<Response>]>([
  ['it has stopped', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['it only serves files', async () => new Response('not found', { status: 404 })],
  ['it answers every address with the page', async () => new Response('<!doctype html>')],
  ['it answers something else', async () => Response.json({ streams: [1] })],
])('a server without live sessions is named as the reason: %s', async (_, answer) => {
  serve(answer);
  await expect(streams()).rejects.toMatchObject({ problem: { code: 'live/no-server' } });
});

test('addresses are those of the server that the page came from', () => {
  expect(serverAddress()).toBe('http://localhost:3000');
  expect(streamAddress('a name/with ü')).toBe('http://localhost:3000/live/a%20name%2Fwith%20%C3%BC');
});
