import { expect, it } from 'vitest';
import { rowAt } from '../../engine/model/alignment.ts';
import { createEngine } from './client.ts';
import { spawnInProcess } from './testing.ts';

const chat = (question: string, answer: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  });

it('compares two sessions that are in workers of their own', async () => {
  let workers = 0;
  const engine = createEngine(() => {
    workers += 1;
    return spawnInProcess();
  });
  const opened = async (text: string) => {
    const { source } = await engine.client.open({ text, name: 'chat.json' });
    return (await engine.client.openSession({ source, entry: 0 })).ref;
  };
  const session = await opened(chat('hi', 'hello'));
  // A text of this length stays in the worker that read it.
  const other = await opened(chat('hi', 'hello '.repeat(250_000)));
  expect(workers).toBeGreaterThan(1);
  const { alignment } = await engine.client.compare({ session, other });
  expect([rowAt(alignment, 0).kind, rowAt(alignment, 1).kind]).toEqual(['same', 'changed']);
  const back = await engine.client.comparedRows({ session: other, other: session, from: 1, to: 2 });
  expect(back[0]?.there?.text?.text).toBe('hello');
  engine.dispose();
});

it('copies a session again as it grows, and still shows the rows of its state before', async () => {
  const { client, dispose } = createEngine(spawnInProcess);
  const opened = await client.open({ text: chat('hi', 'hello'), name: 'chat.json' });
  const session = (await client.openSession({ source: opened.source, entry: 0 })).ref;
  const lines = ['hi', 'hello', 'bye'].map((content) => `${JSON.stringify({ role: 'user', content })}\n`);
  const records = { text: new Blob(lines), lengths: lines.map(({ length }) => length) };
  const gaps = [0, 60_000, 60_000];
  const playing = { isTimed: true, shortened: 0, speed: 1, isPlaying: true, played: 0 };
  const { source } = await client.attach({ to: { kind: 'playback', records, gaps, ...playing }, name: 'played' });
  const grown = async (count: number) => {
    for (let since = -1, read = 0; read < count;) {
      const report = await client.follow({ source, since });
      since = report.number;
      read = report.readRecords;
    }
    return { session, other: (await client.openSession({ source, entry: 0 })).ref };
  };
  const rows = { from: 0, to: 9 };
  const before = await grown(1);
  await client.compare(before);
  expect(await client.comparedRows({ ...before, ...rows })).toHaveLength(2);
  await client.play({ source, controls: { speed: 10_000 } });
  const after = await grown(3);
  await client.compare(after);
  expect((await client.comparedRows({ ...after, ...rows })).map(({ there }) => there?.index)).toContain(2);
  expect(await client.comparedRows({ ...before, ...rows })).toHaveLength(2);
  dispose();
});
