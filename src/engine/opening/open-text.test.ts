import { expect, test } from 'vitest';
import { openText } from './open-text.ts';
import { openEntry } from './open-session.ts';
import { systemOf } from '../systems/systems.ts';

test('a text is opened by its importer, and each session in it on request', async () => {
  const opened = await openText('[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]');
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.importer.id).toBe('openai-chat');
  const session = openEntry(opened.value, 0, systemOf);
  expect(session).toMatchObject({ ok: true, value: { history: { turns: [{ kind: 'input' }, { kind: 'llm' }] } } });
  expect(openEntry(opened.value, 1, systemOf)).toEqual({
    ok: false,
    problem: {
      code: 'open/no-such-session',
      message: 'There is no session 1: this file holds 1, counted from 0.',
    },
  });
});

test('a text of an unknown format is a problem, and so is one that cannot be read', async () => {
  expect(await openText('{"weather": "fine"}')).toMatchObject({ ok: false });
  expect(await openText('')).toMatchObject({ ok: false, problem: { code: 'reader/empty' } });
});
