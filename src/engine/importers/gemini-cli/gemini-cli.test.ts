import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const user = (id: string, content: unknown) => ({ id, timestamp: '2026-01-01T00:00:00Z', type: 'user', content });
const gemini = (id: string, content: string, toolCalls: readonly object[] = []) => ({
  id,
  timestamp: '2026-01-01T00:00:01Z',
  type: 'gemini',
  content,
  toolCalls,
});
const call = (status: string) => ({
  id: 'c',
  name: 'read_file',
  args: { path: 'a' },
  status,
  result: [{ functionResponse: { id: 'c', name: 'read_file', response: { output: 'text' } } }],
});
const header = { sessionId: 's', projectHash: 'h', startTime: '2026-01-01T00:00:00Z', messages: [] };

function readChat(text: string) {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.importer.id).toBe('gemini-cli');
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind}: ${label}`),
    calls: history.invocations.map(({ outcome, output }) => [outcome, output]),
    codes: notes.map(({ code }) => code),
  };
}

const lines = (...entries: readonly object[]) => entries.map((entry) => JSON.stringify(entry)).join('\n');

test('a user message in several parts is read', () => {
  const messages = [user('1', [{ text: 'look at' }, { text: 'this' }]), gemini('2', 'I do.')];
  expect(readChat(JSON.stringify({ ...header, messages })).turns).toEqual(['input: look at this', 'llm: I do.']);
});

test('the messages alone are a chat, as a list and in lines', () => {
  const messages = [user('1', 'go'), gemini('2', 'Done.', [call('success')])];
  const turns = ['input: go', 'llm: Done. · plan: read_file', 'capability: read_file'];
  expect(readChat(JSON.stringify(messages)).turns).toEqual(turns);
  expect(readChat(lines(...messages)).turns).toEqual(turns);
});

test('a message that is rewritten when its call ends becomes one turn, with the result', () => {
  const text = lines(
    header,
    user('1', 'go'),
    gemini('2', 'Reading.', [call('executing')]),
    gemini('2', 'Reading.', [call('success')]),
    { $set: { lastUpdated: '2026-01-01T00:00:02Z' } },
  );
  const { turns, calls, codes } = readChat(text);
  expect(turns).toEqual(['input: go', 'llm: Reading. · plan: read_file', 'capability: read_file']);
  expect(calls).toEqual([['successful', 'text']]);
  expect(codes).toEqual(expect.arrayContaining(['gemini-cli/rewritten', 'gemini-cli/facts']));
});

test('messages that the user rewound are left out, and a note reports it', () => {
  const text = lines(header, user('1', 'one'), gemini('2', 'A.'), user('3', 'two'), gemini('4', 'B.'), {
    $rewindTo: '3',
  });
  const { turns, codes } = readChat(text);
  expect(turns).toEqual(['input: one', 'llm: A.']);
  expect(codes).toContain('gemini-cli/rewound');
});

test('a message that only the `$set` list for the model contains is read', () => {
  const text = lines(header, { $set: { messages: [user('1', 'one'), gemini('2', 'A.')] } }, gemini('3', 'B.'));
  expect(readChat(text).turns).toEqual(['input: one', 'llm: A.', 'llm: B.']);
});

test('texts that the program writes in the place of the user or the model are not turns', () => {
  const asked = { ...gemini('2', 'Reading.', [call('success')]), model: 'm' };
  const text = lines(
    header,
    { $set: { messages: [user('0', [{ text: '<session_context>\nToday is Monday.\n</session_context>' }])] } },
    user('1', 'go'),
    asked,
    user('3', [{ functionResponse: { id: 'c', name: 'read_file', response: { output: 'text' } } }]),
    { ...gemini('4', 'Done.'), model: 'm' },
    {
      $set: {
        messages: [
          user('5', [{ text: '<state_snapshot>All is read.</state_snapshot>' }]),
          { id: '6', type: 'gemini', content: [{ text: 'Got it. Thanks for the additional context!' }] },
        ],
      },
    },
  );
  const { turns, codes } = readChat(text);
  expect(turns).toEqual(['input: go', 'llm: Reading. · plan: read_file', 'capability: read_file', 'llm: Done.']);
  expect(codes).toContain('gemini-cli/by-program');
});

// https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/nonInteractiveCli.ts prints these events.
test('the stream for other programs is read, with answers joined from their pieces', () => {
  const event = (type: string, more: object) => ({ type, timestamp: '2026-08-21T10:00:00.000Z', ...more });
  const said = (content: string) => event('message', { role: 'assistant', content, delta: true });
  const use = (id: string) => event('tool_use', { tool_name: 'read_file', tool_id: id, parameters: { path: id } });
  const result = (id: string, more: object) => event('tool_result', { tool_id: id, ...more });
  const text = lines(
    event('init', { session_id: 's', model: 'gemini-3-pro' }),
    event('message', { role: 'user', content: 'go' }),
    said('I re'),
    said('ad.'),
    ...['a', 'b', 'c'].map(use),
    result('a', { status: 'success', output: 'text' }),
    result('b', { status: 'error', output: 'x', error: { type: 'file_not_found', message: 'File not found.' } }),
    result('c', { status: 'error', error: { type: 'policy', message: 'Tool execution denied by policy.' } }),
    said('Done.'),
    event('result', { status: 'success', stats: { total_tokens: 130, input_tokens: 100, output_tokens: 20 } }),
  );
  const { turns, calls } = readChat(text);
  const plan = Array.from({ length: 3 }, () => 'read_file');
  expect(turns).toEqual([
    'input: go',
    `llm: I read. · plan: ${plan.join(', ')}`,
    ...plan.map((name) => `capability: ${name}`),
    'llm: Done.',
  ]);
  expect(calls.map(([outcome]) => outcome)).toEqual(['successful', 'errored', 'restricted']);
});

test('an answer printed as JSON says what it does not hold', () => {
  const tokens = { prompt: 9, total: 15, tool: 0 };
  const stats = { models: { m: { tokens }, n: { tokens } }, tools: { totalCalls: 2 } };
  const { turns, codes } = readChat(JSON.stringify({ session_id: 's', response: 'Done.', stats }));
  expect(turns).toEqual(['llm: Done.']);
  expect(codes).toEqual(['gemini-cli/no-input', 'gemini-cli/calls']);
});
