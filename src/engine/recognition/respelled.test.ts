import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutatedDocument, valueMutation } from '../importers/battery/mutations/testing.ts';
import { openEntry } from '../opening/open-session.ts';
import { readDocument } from '../readers/read-document.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { recognise } from './recognise.ts';
import { respelled } from './respelled.ts';

function documentOf(value: unknown) {
  const document = readDocument(JSON.stringify(value));
  if (!document.ok) throw new Error(document.problem.message);
  return document.value;
}

const call = { toolCallId: 'a', toolName: 'find', args: { toolCalls: [1], role: 'Bot' } };
const chat = [
  { role: 'Human', text: 'find it' },
  { role: 'bot', content: '', toolCalls: [call] },
  { role: 'tool', toolCallId: 'a', content: { isError: false, role: 'Agent' } },
  { role: 'bot', content: 'There it is.' },
];

function opened(value: unknown) {
  const read = openNow(JSON.stringify(value));
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

test('a chat in other words is read, and the report names the words', () => {
  const { history, notes, importer } = opened(chat);
  expect(importer.id).toBe('openai-chat');
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  const note = notes.find(({ code }) => code === 'chat/spelling');
  expect(note?.severity).toBe('assumed');
  expect(note?.message).toContain('role “bot” as assistant');
  expect(note?.message).toContain('“toolCalls” as tool_calls');
});

test('arguments and results stay as recorded, whatever their keys', () => {
  const [invocation] = opened(chat).history.invocations;
  expect(invocation?.function).toBe('find');
  expect(invocation?.input).toEqual({ toolCalls: [1], role: 'Bot' });
  expect(invocation?.output).toEqual({ isError: false, role: 'Agent' });
});

test('a key that every object inherits stays as recorded', () => {
  const [asked, message] = chat;
  const odd: object = { ...message, constructor: 'x', usage: { toString: 1 } };
  const written = respelled(documentOf([asked, odd]));
  const expected: object = { constructor: 'x', usage: { toString: 1 } };
  expect(written?.value).toMatchObject([{}, expected]);
});

test('every part keeps its place in the text', () => {
  const document = documentOf(chat);
  const written = respelled(document);
  const at = (path: readonly (string | number)[]) => {
    const range = written?.locate(path);
    return range === null || range === undefined ? null : document.text.slice(range.start, range.end);
  };
  expect(at([0, 'role'])).toBe('"Human"');
  expect(at([0, 'content'])).toBe('"find it"');
  expect(at([1, 'tool_calls', 0, 'function', 'name'])).toBe('"find"');
  expect(at([1, 'tool_calls', 0, 'function', 'arguments'])).toBe(JSON.stringify(call.args));
  expect(at([2, 'tool_call_id'])).toBe('"a"');
});

test('a result inside its call becomes its own turn, at the call’s place', () => {
  const { history, sources, document } = opened([
    chat[0],
    { role: 'assistant', toolCalls: [{ name: 'find', arguments: {}, result: 'found' }] },
    { role: 'assistant', content: 'done' },
  ]);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(history.invocations.map(({ output }) => output)).toEqual(['found']);
  for (let event = 0; event < sources.length; event++) {
    const place = sources.at(event);
    expect(place === null || place === undefined ? undefined : document.locate(place)).not.toBeNull();
  }
});

test.each([
  [
    'Chat Completions',
    [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
    ],
  ],
  [
    'a list of people',
    [
      { name: 'Ann', role: 'admin', text: 'x' },
      { name: 'Bob', role: 'editor', text: 'y' },
    ],
  ],
  ['settings', { model: 'x', finishReason: 'none', usage: { inputTokens: 3 } }],
  ['messages of a page', [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }]],
])('%s stay as they are', (_, value) => {
  expect(respelled(documentOf(value))).toBeUndefined();
});

test('a rewritten chat is not rewritten again', () => {
  const once = respelled(documentOf({ session: { chat, usage: { inputTokens: 1 } } }));
  expect(once).toBeDefined();
  expect(once && respelled(once)).toBeUndefined();
});

test('hostile chats are read or refused, and never throw', () => {
  const document = documentOf({ chat, more: [{ messages: chat }], one: { choices: [{ message: chat[1] }] } });
  fc.assert(
    fc.property(fc.array(valueMutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const mutated = mutatedDocument(document, mutations);
      const written = respelled(mutated);
      expect(written && respelled(written)).toBeUndefined();
      expect(typeof recognise(mutated).ok).toBe('boolean');
    }),
    { numRuns: 300, seed: 20261122 },
  );
});

const roleCall = { role: 'tool_call', id: 'c1', name: 'find', arguments: { place: 'Oslo' } };
const callsAsMessages: readonly (readonly [string, unknown, string])[] = [
  ['a name and arguments of its own', roleCall, '{"place":"Oslo"}'],
  ['its role under “type”', { ...roleCall, role: undefined, type: 'tool_call' }, '{"place":"Oslo"}'],
  ['arguments written as JSON', { ...roleCall, arguments: '{"place":"Oslo"}' }, '"{\\"place\\":\\"Oslo\\"}"'],
  [
    'the call as its content',
    { role: 'tool_call', content: { name: 'find', arguments: { place: 'Oslo' } } },
    '{"place":"Oslo"}',
  ],
  [
    'its arguments as its content',
    { role: 'function_call', name: 'find', content: '{"place":"Oslo"}' },
    '"{\\"place\\":\\"Oslo\\"}"',
  ],
];

test.each(callsAsMessages)('a message that is a call with %s is matched with its result', (_, message, written) => {
  const isTyped = !Object.hasOwn(JSON.parse(JSON.stringify(message)) as object, 'role');
  const speaker = isTyped ? 'type' : 'role';
  const list = [
    { [speaker]: 'user', content: 'find it' },
    message,
    { [speaker]: 'tool_response', name: 'find', content: 'by the sea' },
    { [speaker]: 'assistant', content: 'By the sea.' },
  ];
  const { history, notes } = opened(list);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  const [invocation] = history.invocations;
  expect([invocation?.function, invocation?.input, invocation?.output]).toEqual([
    'find',
    { place: 'Oslo' },
    'by the sea',
  ]);
  const said = notes.find(({ code }) => code === 'chat/spelling')?.message;
  expect(said).toContain(isTyped ? '“type” as role' : 'a call of the assistant');
  const document = documentOf(list);
  const place = respelled(document)?.locate([1, 'tool_calls', 0, 'function', 'arguments']);
  expect(place && document.text.slice(place.start, place.end)).toBe(written);
});

test('a result within a message that is a call is the result of that call', () => {
  const { history } = opened([
    { role: 'user', content: 'find it' },
    { ...roleCall, result: { found: true } },
    { role: 'assistant', content: 'There.' },
  ]);
  expect(history.invocations.map(({ output }) => output)).toEqual([{ found: true }]);
});

test('a list of records whose “type” names the kind of message reads as a chat', () => {
  const { history } = opened([
    { type: 'user', content: 'hi' },
    { type: 'assistant', content: 'hello' },
  ]);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm']);
});

// The last event of a stream of Cohere's first API: https://docs.cohere.com/v1/reference/chat-stream
test('a recording with words of its own in a field of a log is read as it is written', () => {
  const answer = {
    text: 'Hello',
    generation_id: 'g',
    chat_history: [
      { role: 'USER', message: 'hi' },
      { role: 'CHATBOT', message: 'Hello' },
    ],
  };
  const { importer, history } = opened([
    { event_type: 'stream-start' },
    { event_type: 'stream-end', response: answer },
  ]);
  expect(importer.id).toBe('cohere');
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm']);
});
