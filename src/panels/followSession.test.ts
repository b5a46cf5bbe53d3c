import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { type ShownSession, shownKey } from '../state/useSession.ts';
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
