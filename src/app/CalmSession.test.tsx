import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { EngineContext } from '../services/engine/useEngine.ts';
import { SessionContext, type ShownSession, useSession } from '../state/useSession.ts';
import { ViewContext } from '../state/useView.ts';
import { createViewStore } from '../state/view.ts';
import { liveReport } from '../worker/live/testing.ts';
import { Calmly, CalmSession } from './CalmSession.tsx';

const engine = inProcessEngine();
const queries = new QueryClient();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const opened = { source: 'l1', importer: 'live', importerTitle: 'Live', bytes: 0, sessions: [] };

/** Every number of turns that a panel inside `Calmly` shows of a live session. */
function following() {
  const store = createViewStore({
    session: { kind: 'source', source: 'l1', entry: 0 },
    sources: [{ name: 'agent', opened, live: liveReport() }],
  });
  const shown: number[] = [];
  const Panel = () => {
    const { turns } = useSession();
    if (shown.at(-1) !== turns) shown.push(turns);
    return null;
  };
  const panel = (
    <CalmSession>
      <Calmly>
        <Panel />
      </Calmly>
    </CalmSession>
  );
  const page = (id: string, turns: number) => (
    <QueryClientProvider client={queries}>
      <EngineContext value={engine.client}>
        <ViewContext value={store}>
          <SessionContext value={sessionOf(id, turns)}>{panel}</SessionContext>
        </ViewContext>
      </EngineContext>
    </QueryClientProvider>
  );
  const { rerender } = render(page('l1:0', 1));
  return {
    shown,
    show: (id: string, turns: number) => rerender(page(id, turns)),
    wait: (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds)),
  };
}

const sessionOf = (id: string, turns: number): ShownSession =>
  ({ outline: { ref: { id, revision: turns }, turns }, starter: null, firstHit: null }) as unknown as ShownSession; // all that is read

test('while records arrive, panels that are read follow a few times a second, and show the last turn in the end', async () => {
  const { shown, show, wait } = following();
  for (let turns = 2; turns <= 100; turns++) {
    show('l1:0', turns);
    await wait(20);
  }
  await wait(1000);
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.length).toBeLessThan(8);
  expect(shown.at(-1)).toBe(100);
});

test('after the browser has stopped the page for a minute, they follow again within seconds', async () => {
  const { shown, show, wait } = following();
  let lost = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + lost);
  vi.spyOn(queries.getQueryCache(), 'findAll').mockImplementationOnce(() => {
    lost = 60_000;
    return [];
  });
  show('l1:0', 2);
  await wait(1000);
  show('l1:0', 3);
  await wait(3000);
  expect(shown.at(-1)).toBe(3);
});

test('another session is shown at once', () => {
  const { shown, show } = following();
  show('l1:0', 2);
  show('l1:1', 7);
  expect(shown).toEqual([1, 7]);
});
