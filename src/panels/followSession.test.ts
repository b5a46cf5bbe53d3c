import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { type ShownSession, shownKey } from '../state/useSession.ts';
import type { EngineClient } from '../worker/connect.ts';
import type { SessionOutline } from '../worker/protocol.ts';
import { followSession } from './followSession.ts';
import { refundsOf } from './testing.tsx';

test('a rule is suggested for a session that goes on growing while it is looked for', async () => {
  const engine = inProcessEngine();
  const queries = new QueryClient();
  const { source } = await engine.client.open({ text: refundsOf(10, 2400, 20), name: 'refunds.json' });
  const outline = await engine.client.openSession({ source, entry: 0 });
  const key = shownKey({ kind: 'source', source, entry: 0 });
  const shown: ShownSession = { outline: { ...outline, turns: 1 }, starter: null, firstHit: null };
  queries.setQueryData(key, shown);
  const following = followSession(engine.client, queries, outline);
  queries.setQueryData(key, { ...shown, outline: { ...outline, turns: outline.turns + 1 } });
  await following;
  expect(queries.getQueryData<ShownSession>(key)).toMatchObject({
    outline: { turns: outline.turns + 1 },
    starter: { match: 'refund' },
  });
  engine.dispose();
});

test('while a session has nothing to suggest, it is looked through again only when it is a quarter longer', async () => {
  const suggestions = vi.fn<() => Promise<readonly never[]>>(async () => []);
  const engine = { suggestions } as unknown as EngineClient; // the only method that is called
  const queries = new QueryClient();
  const key = shownKey({ kind: 'source', source: 'l1', entry: 0 });
  const outlineOf = (turns: number) => ({ ref: { id: 'l1:0', revision: turns }, turns }) as SessionOutline; // all that is read
  queries.setQueryData<ShownSession>(key, { outline: outlineOf(0), starter: null, firstHit: null });
  const calls: number[] = [];
  for (const turns of [8, 9, 10, 11, 12, 13]) {
    await followSession(engine, queries, outlineOf(turns));
    calls.push(suggestions.mock.calls.length);
  }
  expect(calls).toEqual([1, 1, 2, 2, 2, 3]);
});
