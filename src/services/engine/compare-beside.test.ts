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
