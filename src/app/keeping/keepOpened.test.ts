import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionQuery } from '../../services/engine/queries.ts';
import { inProcessEngine } from '../../services/engine/testing.ts';
import { changeSettings } from '../../services/keeping/settings.ts';
import { keepingInMemory } from '../../services/keeping/testing.ts';
import type { OpenSource } from '../../state/view/sessions.ts';
import { createViewStore } from '../../state/view.ts';
import { keepOpened, notKeptIn } from './keepOpened.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
  vi.useRealTimers();
});
beforeEach(() => {
  // Only timers: the engine waits for messages.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
});

function page() {
  const { client: engine, dispose } = inProcessEngine();
  const [keeping, view, queries] = [keepingInMemory(), createViewStore(), new QueryClient()];
  const said: string[] = [];
  endings.push(keepOpened({ engine, keeping, view, queries, notify: (text) => void said.push(text) }), dispose, () =>
    queries.clear(),
  );
  const open = async (name: string, part: Partial<OpenSource> = {}) => {
    const opened = await engine.open({ text: JSON.stringify([{ role: 'user', content: name }]), name });
    view.getState().actions.addSource({ name, opened, ...part });
    return opened.source;
  };
  const keptOf = (source: string) => view.getState().sources.find(({ opened }) => opened.source === source)?.kept;
  const keptNames = async () => (await keeping.list('session')).map(({ value }) => value.name);
  return { engine, keeping, view, queries, said, open, keptOf, keptNames };
}

test('a session that the user opens is kept only if the settings say so', async () => {
  const { open, keptOf, keptNames, keeping } = page();
  const first = await open('one.json');
  await changeSettings(keeping, { keepsAll: true });
  const second = await open('two.json');
  await expect.poll(() => keptOf(second)).toBeDefined();
  expect(keptOf(first)).toBeUndefined();
  expect(await keptNames()).toEqual(['two.json']);
});

test('what the page reads from an address again is never kept', async () => {
  const { view, keeping, keptNames, open, keptOf } = page();
  await changeSettings(keeping, { keepsAll: true });
  const source = await open('one.json');
  await expect.poll(() => keptOf(source)).toBeDefined();
  const { opened } = view.getState().sources[0] ?? {};
  if (opened === undefined) throw new Error('a session is open');
  view.getState().actions.addSource({ name: 'addressed', opened: { ...opened, source: 'src1' } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await keptNames()).toEqual(['one.json']);
});

/** A run that the user started, with a call. */
async function started(of: ReturnType<typeof page>) {
  const { engine, queries, view } = of;
  const { source, session } = await engine.startRun({ start: { system: 'task', given: '' }, title: 'By hand' });
  await queries.fetchQuery(sessionQuery(engine, source, 0));
  const opened = {
    source,
    importer: 'run',
    importerTitle: 'Run',
    bytes: 0,
    sessions: [{ title: session.title, system: session.system }],
  };
  view.getState().actions.addSource({ name: 'By hand', opened, isOwn: true });
  const call = async (line: string) => {
    const { ref } = await engine.openSession({ source, entry: 0 });
    await engine.perform({ session: ref, call: { line } });
    queries.setQueryData(sessionQuery(engine, source, 0).queryKey, await engine.openSession({ source, entry: 0 }));
  };
  const steps = async () => {
    const [record] = await of.keeping.list('session');
    return record?.value.step;
  };
  return { source, call, steps };
}

test('a run that the user started is kept as rules are, and stored again after each call', async () => {
  const of = page();
  const { source, call, steps } = await started(of);
  await expect.poll(() => of.keptOf(source)).toBeDefined();
  expect(await steps()).toBe(0);
  await call('task.llm(1, 2)');
  await vi.waitFor(async () => expect(await steps()).toBe(1), 20_000);
  await call('task.llm(3, 4)');
  await vi.waitFor(async () => expect(await steps()).toBe(2), 20_000);
});

test('a run that the user stops keeping is not stored again', async () => {
  const of = page();
  const { source, call } = await started(of);
  await expect.poll(() => of.keptOf(source)).toBeDefined();
  await of.keeping.remove('session', [of.keptOf(source) ?? '']);
  await call('task.llm(1, 2)');
  of.view.getState().actions.markKept(source, null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await of.keptNames()).toEqual([]);
});

test('the device is written no more than twice a second, however fast a run grows', async () => {
  const of = page();
  const { source, call } = await started(of);
  await expect.poll(() => of.keptOf(source)).toBeDefined();
  const put = vi.spyOn(of.keeping, 'put');
  for (let at = 0; at < 8; at++) await call(`task.llm(${at}, 1)`);
  const [before] = [put.mock.calls.length];
  expect(before).toBeLessThan(4);
  await vi.waitFor(async () => expect((await of.keeping.list('session'))[0]?.value.step).toBe(8), 20_000);
  expect(put.mock.calls.length).toBeLessThan(8);
});

test('a run is stored again within a minute, also after the browser has stopped the page for an hour', async () => {
  const of = page();
  let lost = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + lost);
  endings.push(() => clock.mockRestore());
  const { put } = of.keeping;
  vi.spyOn(of.keeping, 'put').mockImplementationOnce(async (...record) => {
    lost = 3_600_000;
    return put(...record);
  });
  const { source, call, steps } = await started(of);
  await expect.poll(() => of.keptOf(source)).toBeDefined();
  await call('task.llm(1, 2)');
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(async () => expect(await steps()).toBe(1), 20_000);
});

test('only in this tab is what is not kept, does not grow, and does not come from an address', () => {
  const opened = {
    importer: 'chat',
    importerTitle: 'Chat',
    bytes: 1,
    sessions: [{ title: 'x', system: 'task' as const }],
  };
  const sourceOf = (source: string, part: Partial<OpenSource> = {}): OpenSource => ({
    name: source,
    opened: { ...opened, source },
    ...part,
  });
  const empty: OpenSource = { name: 'empty', opened: { ...opened, source: 's4', sessions: [] } };
  const found = notKeptIn([sourceOf('s1'), sourceOf('s2', { kept: 'k' }), sourceOf('src1'), empty]);
  expect(found.map(({ name }) => name)).toEqual(['s1']);
});
