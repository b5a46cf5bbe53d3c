import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Blob as NodeBlob } from 'node:buffer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveDialogs } from '../../ui/testing.ts';
import type { StreamList } from '../../worker/live-protocol.ts';
import { liveReport } from '../../worker/live/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { AttachDialog } from './AttachDialog.tsx';

const list: StreamList = {
  run: 'a1',
  streams: [
    {
      name: 'shop',
      source: 'otlp',
      records: 3,
      bytes: 2048,
      lastRecord: new Date(Date.now() - 125_000).toISOString(),
      isEnded: false,
      dropped: 0,
      deleted: 0,
    },
  ],
  reachable: [],
  senders: [],
  unused: [
    {
      what: 'POST /v1/trace',
      reason: 'Nothing is received at /v1/trace. Traces go to /v1/traces.',
      count: 4,
      last: new Date().toISOString(),
    },
  ],
};

const sample = { id: 'one', title: 'One refund', about: '', origin: '', licence: '', file: 'one.json', rule: null };
const served: { readonly [path: string]: unknown } = {
  live: list,
  'samples/index.json': [sample],
  'samples/one.json': JSON.parse(refundsOf(10)),
};

beforeEach(() => {
  giveDialogs();
  vi.stubGlobal('fetch', async (path: string) => Response.json(served[path]));
  // A Blob of jsdom cannot pass through a port.
  vi.stubGlobal('Blob', NodeBlob);
});
afterEach(() => {
  endPanels();
  vi.unstubAllGlobals();
});

const dialog = (view = {}) => showPanel(<AttachDialog onClose={() => {}} />, { text: refundsOf(40), view });

test('streams are listed with their source and how long ago their last record was', async () => {
  await dialog();
  const streams = await screen.findByRole('list', { name: 'Live streams' });
  expect(streams.textContent).toContain('OpenTelemetry, 3 records, 2.0 kB, last 2 min ago');
  expect(within(streams).getByRole('button', { name: 'Attach to shop' })).toBeTruthy();
});

test('requests that became no record are listed with what to do about them', async () => {
  await dialog();
  const unused = await screen.findByRole('list', { name: 'Requests that became no record' });
  expect(unused.textContent).toContain('POST /v1/trace');
  expect(unused.textContent).toContain('4 requests, last ');
  expect(within(unused).getByText(/Traces go to/)).toBeTruthy();
});

test('an attached stream that shows nothing says why', async () => {
  const opened = { source: 'l1', importer: 'live', importerTitle: 'Live', bytes: 0, sessions: [] };
  const problem = { code: 'live/no-calls', message: '3 spans received, none of them a model or tool call: GET /.' };
  await dialog({ sources: [{ name: 'shop', opened, live: liveReport({ records: 3, problem }) }] });
  const streams = await screen.findByRole('list', { name: 'Live streams' });
  expect(within(streams).getByText(problem.message)).toBeTruthy();
  expect(within(streams).queryByRole('button', { name: 'Attach to shop' })).toBeNull();
});

test('a sample is played back without an agent', async () => {
  const store = await dialog();
  await userEvent.selectOptions(await screen.findByLabelText(/^Without an agent/), 'Sample: One refund');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), 'at once');
  await userEvent.click(screen.getByRole('button', { name: 'Play back' }));
  await expect.poll(() => store.getState().sources[0]?.live?.state).toBe('ended');
  await expect.poll(() => store.getState().session?.kind).toBe('source');
  const [source] = store.getState().sources;
  expect(source).toMatchObject({ live: { playback: { speed: Infinity, isTimed: false } } });
  expect(source?.live?.playback?.played).toBe(source?.live?.playback?.total);
  expect(store.getState().session).toMatchObject({ source: source?.opened.source });
});

test('a browser that cannot follow a file shows how the server does', async () => {
  await dialog();
  await screen.findByText('npm start -- --watch FILE');
  expect(screen.queryByRole('button', { name: 'Choose a file…' })).toBeNull();
});

test('each line to copy has a button of its own', async () => {
  await dialog();
  await screen.findByText('npm start -- --watch ~/.claude/projects');
  const names = screen.getAllByRole('button', { name: /^Copy / }).map((button) => button.getAttribute('aria-label'));
  expect(names).toHaveLength(6);
  expect(names).toContain('Copy export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf');
});
