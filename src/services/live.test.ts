// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addressProblem, serverAddress, streamAddress, streamsQuery } from './live.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const streams = () => new QueryClient().fetchQuery(streamsQuery());
const serve = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);

test('the streams of the page’s server', async () => {
  const list = {
    run: 'a1',
    streams: [{ name: 'demo', source: 'relay', records: 1 }],
    reachable: [],
    senders: [],
    unused: [],
  };
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

describe('before the page connects to an address', () => {
  const page = { origin: 'http://127.0.0.1:4173', protocol: 'http:' };

  test.each([
    'http://localhost:9/events',
    'http://127.0.0.1:9',
    'https://agents.example/a2a',
    'http://127.0.0.1:4173/x',
  ])('it may connect to %s', (address) => expect(addressProblem(address, ['https://agents.example'], page)).toBeNull());

  test('an origin that was not allowed is answered with the option that allows it', () => {
    expect(addressProblem('https://agents.example:8443/a2a?x=1', ['https://agents.example'], page)).toMatchObject({
      startLine: 'npm start -- --allow-origin https://agents.example:8443',
    });
  });

  test.each([
    ['agents.example', /begins with http/],
    ['ftp://127.0.0.1', /begins with http/],
    ['http://[::1]:8000', /Use 127\.0\.0\.1/],
  ])('%s can never be reached', (address, message) =>
    expect(addressProblem(address, [], page)?.message).toMatch(message),
  );

  test('a page from https cannot use an unencrypted address of another machine', () => {
    const secure = { origin: 'https://scope.example', protocol: 'https:' };
    expect(addressProblem('http://agents.example', ['http://agents.example'], secure)?.message).toContain('https://');
    expect(addressProblem('http://localhost:8000', [], secure)).toBeNull();
  });
});
