import { afterEach, expect, test } from 'vitest';
import { ProblemError } from '../../worker/connect.ts';
import { inProcessEngine } from '../engine/testing.ts';
import type { Keeping, Listed } from './keeping.ts';
import { keepSession, openKept } from './sessions.ts';
import { keepingInMemory } from './testing.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

function newEngine() {
  const engine = inProcessEngine();
  endings.push(() => engine.dispose());
  return engine;
}

const chat = (said: string) => ({ messages: [{ role: 'user', content: said }] });

async function onlyKept(keeping: Keeping): Promise<Listed<'session'>> {
  const [one, ...others] = await keeping.list('session');
  if (one === undefined || others.length > 0) throw new Error('one session was to be kept');
  return one;
}

test.each([
  ['one session', [chat('hi')]],
  ['several sessions, in their order', [chat('one'), chat('two'), chat('three')]],
])('%s of a text is open again under the same id, in another engine', async (_what, chats) => {
  const keeping = keepingInMemory();
  const { client } = newEngine();
  const text = chats.map((one) => JSON.stringify(one)).join('\n');
  const opened = await client.open({ text, name: 'chats.jsonl' });
  expect(opened.sessions).toHaveLength(chats.length);
  const titles = opened.sessions.map(({ title }) => title);
  expect(await keepSession({ engine: client, keeping }, { name: 'chats.jsonl', opened }, 'k1')).toBeNull();

  const kept = await onlyKept(keeping);
  expect(kept.value).toMatchObject({ name: 'chats.jsonl', what: 'sessions', opened: { importer: opened.importer } });
  const next = newEngine();
  expect(await openKept({ engine: next.client, keeping }, kept, opened.source)).toBe(opened.source);
  for (const [entry, title] of titles.entries()) {
    const outline = await next.client.openSession({ source: opened.source, entry });
    expect(outline).toMatchObject({ title, turns: 1 });
  }
});

test('a run is a run again, at the step where it was', async () => {
  const keeping = keepingInMemory();
  const { client } = newEngine();
  const { source, session } = await client.startRun({ start: { system: 'task', given: '' }, title: 'By hand' });
  for (const line of ['task.llm(1, 2)', 'task.llm(3, 4)'])
    await client.perform({ session: session.ref, call: { line } });
  const { ref } = await client.rewind({ session: session.ref, step: 1 });
  const { title, system } = session;
  const opened = { source, importer: 'run', importerTitle: 'Run', bytes: 0, sessions: [{ title, system }] };
  await keepSession({ engine: client, keeping }, { name: 'Task Context', opened }, 'k1');

  const next = newEngine();
  await openKept({ engine: next.client, keeping }, await onlyKept(keeping), source);
  const outline = await next.client.openSession({ source, entry: 0 });
  expect(outline).toMatchObject({ isRun: true, title: 'By hand', turns: 1, ref: { id: ref.id } });
  expect(await next.client.runOutline({ session: outline.ref })).toMatchObject({ cursor: 1, stepCount: 2 });
});

test('a text that was damaged is a problem with its sentence', async () => {
  const keeping = keepingInMemory();
  const { client } = newEngine();
  const opened = await client.open({ text: JSON.stringify(chat('hi')), name: 'chat.json' });
  await keepSession({ engine: client, keeping }, { name: 'chat.json', opened }, 'k1');
  const kept = await onlyKept(keeping);
  for (const text of [new Uint8Array([1, 2, 3]), new Uint8Array()]) {
    await keeping.put('session', 'k1', kept.value, text);
    await expect(openKept({ engine: client, keeping }, kept)).rejects.toBeInstanceOf(ProblemError);
  }
});

test('calls about a source that is opened again wait until it is open, and new texts get other ids', async () => {
  const engine = newEngine();
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const opening = engine.reopen('s4', async (client) => {
    await begun;
    await client.open({ text: JSON.stringify(chat('hi')), name: 'chat.json', source: 's4' });
  });
  const asked = engine.client.openSession({ source: 's4', entry: 0 });
  expect((await engine.client.open({ text: JSON.stringify(chat('new')), name: 'new.json' })).source).toBe('s5');
  begin();
  expect(await asked).toMatchObject({ turns: 1 });
  await opening;

  const refused = engine.reopen('s6', (client) => client.open({ text: 'dear diary', name: 'x', source: 's6' }));
  await expect(engine.client.openSession({ source: 's6', entry: 0 })).rejects.toBeInstanceOf(ProblemError);
  await expect(refused).rejects.toBeInstanceOf(ProblemError);
});
