import { describe, expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { lineFormats, writers, type Move } from './written-conversations.ts';
import { frameworkWriters } from './written-by-frameworks.ts';
import { providerWriters } from './written-by-providers.ts';
import { traceWriters } from './written-traces.ts';
import { wholeCallWriters } from './written-whole-calls.ts';

const allWriters = { ...writers, ...wholeCallWriters, ...providerWriters, ...frameworkWriters, ...traceWriters };

const [a, b, again] = [
  { id: 'c-1', name: 'first' },
  { id: 'c-2', name: 'second' },
  { id: 'c-1', name: 'first' },
];

/** The session’s calls with their outputs, in order; an output is undefined if the recording does not have it. */
function readBack(importer: string, moves: readonly Move[]) {
  const document = allWriters[importer]?.(moves);
  const isLines = Array.isArray(document) && lineFormats.has(importer);
  const text = isLines ? document.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(document);
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.importer.id).toBe(importer);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  const calls = history.invocations.map(({ function: name, output }) => [name, valueOf(output)] as const);
  return {
    kinds: history.turns.map(({ kind }) => kind),
    // If a response makes the turn, calls are in the order of their responses.
    calls: byResponse.has(importer) ? calls.toSorted(([one], [other]) => one.localeCompare(other)) : calls,
    times: history.turns.filter(({ at }) => at !== undefined).length,
    codes: notes.map(({ code }) => code),
  };
}

/** Gemini's responses are records. */
const valueOf = (output: unknown): unknown =>
  typeof output === 'object' && output !== null && 'output' in output ? output.output : output;

/** Formats with times. Spans always have them; LangChain's events rely on their order instead. */
const timed = new Set(['langfuse', 'openai-assistants', ...Object.keys(traceWriters)]);
timed.delete('langchain-events');

const byResponse = new Set(['adk-session', 'adk-context', 'adk-evalset', 'noetic-items']);

describe.each(Object.keys(allWriters))('%s', (importer) => {
  test('results of parallel calls match their calls in any order', () => {
    const { kinds, calls, times } = readBack(importer, [
      { user: 'go' },
      { asks: [a, b] },
      { result: 'two', to: b },
      { result: 'one', to: a },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
    expect(calls).toEqual([
      ['first', 'one'],
      ['second', 'two'],
    ]);
    expect(times > 0).toBe(timed.has(importer));
  });

  test('a missing result is unknown, and the report says so', () => {
    const { calls, codes } = readBack(importer, [
      { user: 'go' },
      { asks: [a, b] },
      { result: 'two', to: b },
      { says: 'Only one came.' },
    ]);
    expect(calls).toEqual([
      ['first', undefined],
      ['second', 'two'],
    ]);
    expect(codes.some((code) => /\/(?:no-result|call-without-output)$/.test(code))).toBe(true);
  });

  test('a reused id refers to the newer call', () => {
    const { kinds, calls } = readBack(importer, [
      { user: 'go' },
      { asks: [a] },
      { result: 'before', to: a },
      { asks: [again] },
      { result: 'after', to: again },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm', 'capability', 'llm']);
    expect(calls).toEqual([
      ['first', 'before'],
      ['first', 'after'],
    ]);
  });
});

/** Importers whose writers here put a call and its result into one record, so that a result can be neither lost nor repeated. */
const inOneRecord = new Set([
  'gemini-cli',
  'langfuse',
  'openai-assistants',
  'opencode',
  'atif',
  'zed-thread',
  ...Object.keys(traceWriters),
]);
const separate = Object.keys(allWriters).filter((importer) => !inOneRecord.has(importer));

/** ADK writes each event once, so a call never repeats. */
const byEvents = new Set(['adk-session', 'adk-context', 'adk-evalset']);

/** In Noetic's library, every output makes a turn, even a repeated one. */
const outputsAlone = new Set(['noetic-items']);

describe.each(separate)('%s, where calls and results are separate', (importer) => {
  test.skipIf(byEvents.has(importer))('a call that two consecutive messages request under one id is one call', () => {
    const { kinds, calls } = readBack(importer, [
      { user: 'go' },
      { asks: [a] },
      { asks: [again] },
      { result: 'one', to: a },
      { says: 'Done.' },
    ]);
    expect(calls).toEqual([['first', 'one']]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm']);
  });

  test('three calls that differ only in their ids match their own results', () => {
    const alike = ['c-1', 'c-2', 'c-3'].map((id) => ({ id, name: 'pay' }));
    const [one = a, two = a, three = a] = alike;
    const { calls } = readBack(importer, [
      { user: 'go' },
      { asks: alike },
      { result: 'three', to: three },
      { result: 'one', to: one },
      { result: 'two', to: two },
      { says: 'Done.' },
    ]);
    const inOrder = byResponse.has(importer) ? ['three', 'one', 'two'] : ['one', 'two', 'three'];
    expect(calls.map(([, output]) => output)).toEqual(inOrder);
  });

  test('a repeated result counts once; a different result for the same call is kept too', () => {
    const twice = (second: string) =>
      readBack(importer, [
        { user: 'go' },
        { asks: [a] },
        { result: 'one', to: a },
        { result: second, to: a },
        { says: 'Done.' },
      ]);
    expect(twice('other').calls.map(([, output]) => output)).toEqual(['one', 'other']);
    if (outputsAlone.has(importer)) return;
    expect(twice('one').calls).toEqual([['first', 'one']]);
    expect(twice('one').codes).toContain('import/result-again');
  });

  test('a result without a recorded call is a turn at its own place', () => {
    const { kinds, calls } = readBack(importer, [
      { user: 'go' },
      { says: 'hm' },
      { result: 'found', to: a },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm']);
    expect(calls.map(([, output]) => output)).toEqual(['found']);
  });

  test('empty ids are ignored: results match by name, otherwise by order', () => {
    const [blank, other] = [
      { id: '', name: 'first' },
      { id: '', name: 'second' },
    ];
    if (importer === 'noetic-items') return;
    const { calls } = readBack(importer, [
      { user: 'go' },
      { asks: [blank, other] },
      { result: 'one', to: blank },
      { result: 'two', to: other },
      { says: 'Done.' },
    ]);
    expect(calls).toEqual([
      ['first', 'one'],
      ['second', 'two'],
    ]);
  });

  test('names and ids may use any script, and are never confused with properties of a prototype', () => {
    for (const ask of [
      { id: '调用-🎉', name: 'zoek_ü' },
      { id: '__proto__', name: '__proto__' },
      { id: 'constructor', name: 'constructor' },
    ]) {
      const { calls } = readBack(importer, [
        { user: 'go' },
        { asks: [ask] },
        { result: 'ok', to: ask },
        { says: 'Done.' },
      ]);
      expect(calls).toEqual([[ask.name, 'ok']]);
    }
  });
});

/** LangChain's tools return the whole message that contains their result, and this message names the call. */
const asMessage = (to: { readonly id: string; readonly name: string }, content: string) =>
  ({ to, result: { type: 'tool', content, tool_call_id: to.id, name: to.name, status: 'success' } }) as const;

test.each(['langfuse', ...Object.keys(traceWriters)])(
  '%s: spans of three equal calls match their own calls if their results name them',
  (importer) => {
    const alike = ['c-1', 'c-2', 'c-3'].map((id) => ({ id, name: 'pay' }));
    const [one = a, two = a, three = a] = alike;
    const results = [asMessage(three, 'three'), asMessage(one, 'one'), asMessage(two, 'two')];
    const isMessage = importer === 'langchain-events';
    const { calls } = readBack(importer, [
      { user: 'go' },
      { asks: alike },
      ...results.map(({ to, result }) => ({ to, result: isMessage ? result.content : result })),
      { says: 'Done.' },
    ]);
    expect(calls.map(([, output]) => output)).toEqual(['one', 'two', 'three']);
  },
);

test('Letta’s messages listed newest first are read in order of time', () => {
  const message = (message_type: string, date: string, more: object) => ({
    id: `m-${date}`,
    message_type,
    date,
    ...more,
  });
  const messages = [
    message('assistant_message', '2026-01-01T00:00:03Z', { content: 'Done.' }),
    message('tool_return_message', '2026-01-01T00:00:02Z', {
      tool_return: 'one',
      tool_call_id: 'c',
      status: 'success',
    }),
    message('tool_call_message', '2026-01-01T00:00:01Z', {
      tool_call: { tool_call_id: 'c', name: 'first', arguments: '{}' },
    }),
    message('user_message', '2026-01-01T00:00:00Z', { content: 'go' }),
  ];
  const opened = openNow(JSON.stringify(messages));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  expect(session.value.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(session.value.session.header.title).toBe('go');
  expect(session.value.notes.map(({ code }) => code)).toContain('letta/newest-first');
});
