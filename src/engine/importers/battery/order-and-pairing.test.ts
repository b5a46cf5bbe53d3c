import { describe, expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
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

/** What came of each call, in the order in which the session tells them; undefined where the recording does not say. */
function told(importer: string, moves: readonly Move[]) {
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
    // Where a response makes the turn, they stand as they came.
    calls: byResponse.has(importer) ? calls.toSorted(([one], [other]) => one.localeCompare(other)) : calls,
    times: history.turns.filter(({ at }) => at !== undefined).length,
    codes: notes.map(({ code }) => code),
  };
}

/** Gemini's responses are records. */
const valueOf = (output: unknown): unknown =>
  typeof output === 'object' && output !== null && 'output' in output ? output.output : output;

/** Spans are nothing without their times; LangChain's events come as it happens. */
const timed = new Set(['langfuse', 'openai-assistants', ...Object.keys(traceWriters)]);
timed.delete('langchain-events');

const byResponse = new Set(['adk-session', 'adk-context', 'adk-evalset', 'noetic-items']);

describe.each(Object.keys(allWriters))('%s', (importer) => {
  test('results of calls made at once find their calls, in whichever order they come', () => {
    const { kinds, calls, times } = told(importer, [
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

  test('a result that never came is unknown, and said to be so', () => {
    const { calls, codes } = told(importer, [
      { user: 'go' },
      { asks: [a, b] },
      { result: 'two', to: b },
      { says: 'Only one came.' },
    ]);
    // Noetic's library makes a turn of an output alone.
    const unanswered = importer === 'noetic-items' ? [] : [['first', undefined]];
    expect(calls).toEqual([...unanswered, ['second', 'two']]);
    expect(codes.some((code) => /\/(?:no-result|call-without-output)$/.test(code))).toBe(true);
  });

  test('an id that is used again means the newer call', () => {
    const { kinds, calls } = told(importer, [
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

/** Whose writers here have a call and its result in one record, so that a result is neither lost nor told twice. */
const whole = new Set([
  'gemini-cli',
  'langfuse',
  'openai-assistants',
  'opencode',
  'atif',
  ...Object.keys(traceWriters),
]);
const apart = Object.keys(allWriters).filter((importer) => !whole.has(importer));

/** ADK’s events are what happened, each once. */
const byEvents = new Set(['adk-session', 'adk-context', 'adk-evalset']);

/** Noetic's library reads its own log so. */
const outputsAlone = new Set(['noetic-items']);

describe.each(apart)('%s, where calls and results stand apart', (importer) => {
  test.skipIf(byEvents.has(importer))('a call that two messages in a row ask for under one id is one call', () => {
    const { kinds, calls } = told(importer, [
      { user: 'go' },
      { asks: [a] },
      { asks: [again] },
      { result: 'one', to: a },
      { says: 'Done.' },
    ]);
    expect(calls).toEqual([['first', 'one']]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm']);
  });

  test('three calls that are alike but for their ids each find their own result', () => {
    const alike = ['c-1', 'c-2', 'c-3'].map((id) => ({ id, name: 'pay' }));
    const [one = a, two = a, three = a] = alike;
    const { calls } = told(importer, [
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

  test('a result that is told twice is one; another one for the same call is told as well', () => {
    const twice = (second: string) =>
      told(importer, [
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

  test('a result of no recorded call is a turn where it stands', () => {
    const { kinds, calls } = told(importer, [
      { user: 'go' },
      { says: 'hm' },
      { result: 'found', to: a },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm']);
    expect(calls.map(([, output]) => output)).toEqual(['found']);
  });

  test('ids that are empty mean nobody: names tell, or else the order does', () => {
    const [blank, other] = [
      { id: '', name: 'first' },
      { id: '', name: 'second' },
    ];
    if (importer === 'noetic-items') return;
    const { calls } = told(importer, [
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

  test('names and ids may be in any script, and are never taken for a prototype’s', () => {
    for (const ask of [
      { id: '调用-🎉', name: 'zoek_ü' },
      { id: '__proto__', name: '__proto__' },
      { id: 'constructor', name: 'constructor' },
    ]) {
      const { calls } = told(importer, [{ user: 'go' }, { asks: [ask] }, { result: 'ok', to: ask }, { says: 'Done.' }]);
      expect(calls).toEqual([[ask.name, 'ok']]);
    }
  });
});

/** LangChain's tools give back the whole message in which their result stands, and that names the call. */
const asMessage = (to: { readonly id: string; readonly name: string }, content: string) =>
  ({ to, result: { type: 'tool', content, tool_call_id: to.id, name: to.name, status: 'success' } }) as const;

test.each(['langfuse', ...Object.keys(traceWriters)])(
  '%s: of three calls that are alike, spans whose results name their calls each find their own',
  (importer) => {
    const alike = ['c-1', 'c-2', 'c-3'].map((id) => ({ id, name: 'pay' }));
    const [one = a, two = a, three = a] = alike;
    const came = [asMessage(three, 'three'), asMessage(one, 'one'), asMessage(two, 'two')];
    const isMessage = importer === 'langchain-events';
    const { calls } = told(importer, [
      { user: 'go' },
      { asks: alike },
      ...came.map(({ to, result }) => ({ to, result: isMessage ? result.content : result })),
      { says: 'Done.' },
    ]);
    expect(calls.map(([, output]) => output)).toEqual(['one', 'two', 'three']);
  },
);

test('messages of Letta that are listed newest first are told in the order of time', () => {
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
