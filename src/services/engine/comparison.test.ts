import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import type { SessionId } from '../../engine/model/session.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import { comparisonQuery } from './comparison.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** When sessions are compared again, in milliseconds after a comparison that took so long. */
async function restAfter(ms: number): Promise<number> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const compare = async () => {
    now += ms;
    return {};
  };
  const engine = { compare } as unknown as EngineClient; // a first comparison calls this method alone
  const outlineOf = (id: string) =>
    ({ ref: { id: id as SessionId, revision: 0 }, kinds: { snapshot: 0 } }) as SessionOutline; // the parts that are read
  const decided = { decisions: defaultDecisions, otherDecisions: defaultDecisions };
  const { againAt } = await new QueryClient().fetchQuery(
    comparisonQuery(engine, outlineOf('a'), outlineOf('b'), decided),
  );
  return againAt - now;
}

test('comparing sessions that grow takes at most a fifth of the time', async () => {
  expect(await restAfter(200)).toBe(800);
  expect(await restAfter(10)).toBe(490);
});

test('sessions are compared again within seconds, also after the browser has stopped the page for a minute', async () => {
  expect(await restAfter(60_000)).toBeLessThanOrEqual(2_000);
});
