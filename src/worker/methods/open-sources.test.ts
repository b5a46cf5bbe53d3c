import { expect, test } from 'vitest';
import { ok } from '../../base/result.ts';
import { unhurried } from '../../base/pace.ts';
import { createOpenSources } from './open-sources.ts';

test('a session that a slow call began to make is there for a quick one, for which the slow one waits', async () => {
  const sources = createOpenSources();
  const messages = Array.from({ length: 2000 }, (_, at) => ({ role: 'user', content: `message ${at}` }));
  const opened = await sources.open(async () => ok(JSON.stringify({ messages })), undefined, unhurried);
  if (!opened.ok) throw new Error(opened.problem.message);
  const { source } = opened.value;
  let answered: (value: null) => void = () => {};
  const isAnswered = new Promise<null>((resolve) => (answered = resolve));
  let time = 0;
  const slowly = { now: () => (time += 100), breathe: async () => void (await isAnswered), stopped: false };
  const slow = sources.session(source, 0, slowly);
  const quick = await sources.session(source, 0, unhurried);
  answered(null);
  expect(await slow).toEqual(quick);
  expect(quick).toMatchObject({ ok: true });
});
