import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { inProcessEngine } from '../../services/engine/testing.ts';
import type { Keeping } from '../../services/keeping/keeping.ts';
import { browserFor } from '../../services/keeping/testing.ts';
import { readLink } from '../../state/url.ts';
import { begin } from './begin.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of endings.splice(0)) end();
});

const workspace = join(import.meta.dirname, '../../services/keeping/kinds/fixtures/workspace.3.json');

/** A page that is reloaded, and whose storage answers when the test says so. */
async function reloaded(name: string, answers: Promise<void>) {
  const engine = inProcessEngine();
  const browser = browserFor(name);
  endings.push(
    () => engine.dispose(),
    () => browser.close(),
  );
  const tab = browser.tab();
  tab.storage.setItem('contextscope/workspace', 'w');
  tab.reloads();
  const stored = browser.keeping();
  const kept = { ...(JSON.parse(readFileSync(workspace, 'utf8')) as object), sessions: [] };
  await stored.put('workspace', 'w', kept as never);
  const keeping: Keeping = {
    ...stored,
    async get(kind, id) {
      await answers;
      return stored.get(kind, id);
    },
  };
  return () => begin({ engine, keeping, tab }, { link: readLink(''), sources: [] });
}

test('a page that is reloaded begins with what was worked on before', async () => {
  const start = await (await reloaded('in time', Promise.resolve()))();
  expect(start).toMatchObject({ id: 'w', isRestored: true });
  expect(start.view.ownRule?.expression).toBe('input.amount <= 1000');
  expect(await start.failures).toEqual([]);
});

test('a page whose storage is slow begins without it, and says so when it is there', async () => {
  let answer = () => {};
  const starts = await reloaded('late', new Promise((resolve) => (answer = resolve)));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const starting = starts();
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  const start = await starting;
  expect(start.isRestored).toBe(false);
  expect(start.id).not.toBe('w');
  answer();
  expect(await start.failures).toEqual([
    expect.stringMatching(/^This device is so busy .+ reload the page to see it\.$/),
  ]);
});
