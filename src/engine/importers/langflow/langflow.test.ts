import { expect, test } from 'vitest';
import { openNow, firstSession } from '../../testing.ts';

const message = (session_id: string, sender: 'User' | 'Machine', text: string, contents: readonly object[] = []) => ({
  session_id,
  sender,
  sender_name: sender,
  text,
  timestamp: '2026-03-02 09:14:03 UTC',
  content_blocks: contents.length === 0 ? [] : [{ contents }],
});

test('each session of a flow is a session', () => {
  const opened = openNow(
    JSON.stringify([message('a', 'User', 'one'), message('b', 'User', 'two'), message('a', 'Machine', 'three')]),
  );
  expect(opened.ok && opened.value.entries.map(({ title }) => title)).toEqual(['one', 'two']);
});

test('a use of a tool that has not ended has no result', () => {
  const uses = [
    { type: 'tool_use', name: 'ended', tool_input: {}, output: { ok: true }, error: null },
    { type: 'tool_use', name: 'failed', tool_input: {}, output: null, error: 'locked' },
    { type: 'tool_use', name: 'open', tool_input: {}, output: null, error: null },
    { type: 'code', code: 'print(1)' },
  ];
  const { session } = firstSession(JSON.stringify([message('a', 'User', 'go'), message('a', 'Machine', '', uses)]));
  expect(session.history.invocations.map(({ function: name, outcome }) => [name, outcome])).toEqual([
    ['ended', 'successful'],
    ['failed', 'errored'],
    ['open', 'no-result'],
  ]);
  expect(session.notes.map(({ code }) => code)).toContain('langflow/other-steps');
});

/** As `ErrorMessage` of `src/lfx/src/lfx/schema/message.py` (1.10) is stored, and the files of a message of its API. */
test('an error of a component is no text of the model, and files are parts of a message', () => {
  const failure = { ...message('a', 'User', 'Rate limit\n'), sender: 'OpenAI', category: 'error', error: true };
  const asked = { ...message('a', 'User', 'see'), files: '["s/a.png"]' };
  const { opened, session } = firstSession(JSON.stringify([asked, failure]));
  expect(opened.importer.id).toBe('langflow');
  expect(session.history.turns.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    'input: see [application/octet-stream]',
    'llm: [Rate limit]',
  ]);
});
