import { expect, test } from 'vitest';
import { openText } from '../engine/opening/open-text.ts';
import { lookAt } from './look.ts';

const prompt = { messages: [{ role: 'system', content: 'Be brief.' }] };
const chat = {
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'hello' },
  ],
};

async function first(text: string) {
  const opened = await openText(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  return lookAt(opened.value).session(0);
}

test('a text without a turn is refused, so that the page shows it and offers a mapping', async () => {
  const refused = await first(JSON.stringify(prompt));
  expect(refused).toMatchObject({ ok: false, problem: { code: 'import/no-turns' } });
});

test('a session without a turn among others opens, and so does a snapshot of a context', async () => {
  expect(await first(`${JSON.stringify(prompt)}\n${JSON.stringify(chat)}\n`)).toMatchObject({ ok: true });
  const snapshot = { format: 'contextscope/session', version: 1, system: 'task', header: { title: 't' }, events: [] };
  expect(await first(JSON.stringify(snapshot))).toMatchObject({ ok: true });
});
