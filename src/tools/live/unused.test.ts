import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StreamList, UnusedRequest } from '../../worker/live-protocol.ts';
import { liveServer, type LiveServer } from './testing.ts';

let server: LiveServer;
beforeEach(async () => {
  server = await liveServer();
});
afterEach(() => server.close());

const post = (path: string, body = '{}') => fetch(`${server.address}${path}`, { method: 'POST', body });

async function listed(): Promise<readonly UnusedRequest[]> {
  const list = (await (await fetch(`${server.address}/live`)).json()) as StreamList; // our own server's answer
  return list.unused;
}

test.each([
  ['/live/a', '<!doctype html><p>hi', 'POST /live/a', 'a page of HTML'],
  ['/live/a', '', 'POST /live/a', 'no record in the body'],
  ['/v1/trace', '{}', 'POST /v1/trace', 'Traces go to /v1/traces'],
  ['/', '{}', 'POST /', 'Traces go to /v1/traces'],
  ['/v1/traces/v1/traces', '{}', 'POST /v1/traces/v1/traces', 'an address without a path'],
  ['/v1/metrics', '{}', 'POST /v1/metrics', 'OTEL_TRACES_EXPORTER=otlp'],
])('%s with %j is listed with what to do about it', async (path, body, what, reason) => {
  await post(path, body);
  expect(await listed()).toMatchObject([{ what, count: 1, reason: expect.stringContaining(reason) as string }]);
});

test('equal requests are counted, and only the latest kinds are kept', async () => {
  await post('/v1/trace');
  await post('/v1/trace');
  expect(await listed()).toMatchObject([{ what: 'POST /v1/trace', count: 2 }]);
  for (let number = 0; number < 30; number++) await post(`/wrong/${number}`);
  const kinds = await listed();
  expect(kinds).toHaveLength(20);
  expect(kinds.at(-1)).toMatchObject({ what: 'POST /wrong/29' });
});

test('a sender that uses gRPC is noticed', async () => {
  const client = connectHttp2(server.address);
  client.on('error', () => {});
  client.request({ ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export' }).on('error', () => {});
  await expect
    .poll(listed)
    .toMatchObject([{ what: 'gRPC', reason: expect.stringContaining('http/protobuf') as string }]);
  client.destroy();
});

test('a sender that uses https is noticed', async () => {
  const socket = connectTls({ host: '127.0.0.1', port: Number(new URL(server.address).port) });
  socket.on('error', () => {});
  await expect.poll(listed).toMatchObject([{ what: 'https', reason: expect.stringContaining('http://') as string }]);
  socket.destroy();
});
