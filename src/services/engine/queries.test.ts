import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { SessionId } from '../../engine/model/session.ts';
import { inlineValuesQuery } from './queries.ts';

test('the values beside a rule stay from turn to turn until the next arrive, but not in another session', async () => {
  const answer = vi.fn<() => Promise<unknown>>(() => Promise.resolve([{ at: 12, text: '1 element' }]));
  const engine = { inlineValues: answer } as unknown as EngineClient; // the query calls this method alone
  const asked = (session: string, turn: number) =>
    inlineValuesQuery(engine, {
      session: { id: session as SessionId, revision: 0 }, // as the engine would name it
      rule: { expression: 'size(input)', hook: 'turn', match: null },
      turn,
      decisions: defaultDecisions,
    });
  const observer = new QueryObserver(new QueryClient(), asked('a', 3));
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toHaveLength(1);
  answer.mockReturnValue(new Promise(() => undefined));
  observer.setOptions(asked('a', 4));
  expect(observer.getCurrentResult().data).toHaveLength(1);
  observer.setOptions(asked('b', 4));
  expect(observer.getCurrentResult().data).toBeUndefined();
  stop();
});
