import { Blob as NodeBlob } from 'node:buffer';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { shownKey } from '../state/useSession.ts';
import { viewWithOpenSessions } from '../state/view/testing.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { LiveReport } from '../worker/live-protocol.ts';
import { attachTo } from './attachLive.ts';
import { refundsOf } from './testing.tsx';

let engine: ReturnType<typeof inProcessEngine>;
beforeEach(() => {
  engine = inProcessEngine();
});
afterEach(() => engine.dispose());

const lines = [10, 20, 30].map((amount) => `${refundsOf(amount)}\n`);
const playback = {
  kind: 'playback',
  // jsdom's blobs cannot pass through Node's message port; Node's blobs can, and behave the same.
  records: { text: new NodeBlob(lines) as unknown as Blob, lengths: lines.map(({ length }) => length) },
  gaps: [0, 60_000, 60_000],
  isTimed: true,
  shortened: 0,
  speed: 1,
  isPlaying: true,
  played: 0,
} as const;

const patient = { timeout: 10_000 };

/** Plays a recording in a worker that dies whenever `isDying` of the report. */
function played(isDying: (report: LiveReport, deaths: number) => boolean) {
  let deaths = 0;
  const follow: EngineClient['follow'] = async (input) => {
    const report = await engine.client.follow(input);
    if (!isDying(report, deaths)) return report;
    deaths += 1;
    throw new ProblemError({ code: 'engine/died', message: 'The engine stopped.' });
  };
  const client = new Proxy(engine.client, {
    get: (target, name: keyof EngineClient) => (name === 'follow' ? follow : target[name]),
  });
  const view = viewWithOpenSessions();
  const notify = vi.fn<(text: string) => void>();
  attachTo({ engine: client, queries: new QueryClient(), view, notify }, playback, 'refunds');
  return { live: () => view.getState().sources[0]?.live, notify };
}

test('a playback whose worker dies continues in a new one', async () => {
  const { live, notify } = played(({ readRecords }, deaths) => readRecords === 1 && deaths < 1);
  await vi.waitFor(() => expect(live()).toMatchObject({ state: 'connected', readRecords: 1, trouble: null }), patient);
  expect(live()?.playback).toMatchObject({ played: 1, total: 3, isPlaying: true });
  expect(notify).not.toHaveBeenCalled();
});

test('a playback whose worker dies again and again is not shown as if it still played, and says what to do', async () => {
  const { live, notify } = played(({ readRecords }) => readRecords === 1);
  await vi.waitFor(() => expect(live()).toMatchObject({ state: 'refused', playback: null }), patient);
  expect(live()?.trouble).toMatch(/Remove it from the list, and attach or play it again\.$/);
  expect(notify.mock.lastCall?.[0]).toMatch(/refunds is not followed any more/);
});

test('a rule typed before the played session is shown does not keep the capability of the suggestion before', async () => {
  const other = await engine.client.open({ text: refundsOf(5), name: 'other' });
  const outline = await engine.client.openSession({ source: other.source, entry: 0 });
  const suggested = { expression: 'input.total <= 5', hook: 'middleware.before', match: 'pay' } as const;
  const queries = new QueryClient();
  queries.setQueryData(shownKey(null), { outline, starter: suggested, firstHit: null });
  const view = viewWithOpenSessions();
  const starter = { expression: 'input.amount <= 5', hook: 'middleware.before', match: 'refund' } as const;
  const notify = vi.fn<(text: string) => void>();
  attachTo({ engine: engine.client, queries, view, notify }, playback, 'refunds', { starter });
  view.getState().actions.setRule({ ...suggested, expression: 'input.amount < 25' });
  await vi.waitFor(() => expect(view.getState().session).toMatchObject({ kind: 'source', entry: 0 }), patient);
  await vi.waitFor(
    () => expect(view.getState().ownRule).toEqual({ ...suggested, expression: 'input.amount < 25', match: null }),
    patient,
  );
});
