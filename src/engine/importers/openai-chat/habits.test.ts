import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { firstSession, openNow } from '../../testing.ts';

function openedFrom(value: unknown) {
  const opened = openNow(JSON.stringify(value));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const historyOf = (value: unknown) => openedFrom(value).history;

test('an answer that the content filter cut before its first word shows the reason in the grid', () => {
  const { turns } = historyOf({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_742_025_349,
    model: 'gpt-4',
    choices: [{ index: 0, finish_reason: 'content_filter', message: { role: 'assistant', content: null } }],
  });
  expect(turns.map(({ label, isRemark }) => [label, isRemark])).toEqual([['[cut by the content filter]', true]]);
});

test('a result that is written as a record is read as that record', () => {
  const { invocations } = historyOf([
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'c', content: { ok: true } },
  ]);
  expect(invocations.map(({ output }) => output)).toEqual([{ ok: true }]);
});

test('a result in the older form may be any value, and the conversation continues after it', () => {
  for (const content of [{ ok: true }, 42, [{ id: 1, type: 'train' }]]) {
    const { turns, invocations } = historyOf([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content },
      { role: 'assistant', content: 'Done.' },
    ]);
    expect(invocations.map(({ output }) => output)).toEqual([content]);
    expect(turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  }
});

test('marks attached to a conversation are kept with it', () => {
  const annotations = [{ content: 'a leak', address: 'messages[0].content:L0' }];
  const { session } = openedFrom({ messages: [{ role: 'user', content: 'go' }], annotations });
  expect(session.header).toMatchObject({ recording: { annotations } });
});

test.each([
  [
    'openai-chat',
    { model: 'm', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'hello' } }] },
  ],
  [
    'anthropic-messages',
    { type: 'message', role: 'assistant', model: 'claude', content: [{ type: 'text', text: 'hello' }] },
  ],
])('a row of Helicone’s export has both bodies, here of %s', (importer, response_body) => {
  const request_body = { model: response_body.model, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
  const row = { request_id: 'r', request_created_at: '2026-01-01T00:00:00Z', request_body, response_body, delay_ms: 9 };
  const { session, history } = openedFrom([row]);
  expect(session.header['importer']).toBe(importer);
  expect(history.turns.map(({ label }) => label)).toEqual(['hi', 'hello']);
});

test.each([
  ['two', '[...]'],
  ['three', '[{...}]'],
  ['four', "[{'function': {...}, 'id': 'c', 'type': 'function'}]"],
])('calls below the depth limit of a print, %s, are reported as lost; the conversation is read', (_, calls) => {
  const { session } = firstSession(
    `[{'content': 'go', 'role': 'user'},\n {'content': None, 'role': 'assistant', 'tool_calls': ${calls}},\n` +
      ` {'content': 'ok', 'role': 'tool', 'tool_call_id': 'c'},\n {'content': 'Done', 'role': 'assistant'}]`,
  );
  expect(session.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(session.notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['reader/gap', 'import/call']));
});

test('parts below the depth limit of a print are still parts', () => {
  const { session } = firstSession(
    "[{'role': 'user', 'content': [{...}, {...}]}, {'role': 'assistant', 'content': 'Hi'}]",
  );
  expect(session.history.turns.map(({ kind, label }) => [kind, label])).toEqual([
    ['input', expect.any(String)],
    ['llm', 'Hi'],
  ]);
});
