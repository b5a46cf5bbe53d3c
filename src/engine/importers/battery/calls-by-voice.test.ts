import { describe, expect, test } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { firstSession } from '../../testing.ts';
import { voiceLineFormats, voiceWriters } from './written-calls-by-voice.ts';
import type { Move } from './written-conversations.ts';

const [a, b] = [
  { id: 'c-1', name: 'first' },
  { id: 'c-2', name: 'second' },
];

/** The session’s calls with their outputs, in order. */
function readBack(importer: string, moves: readonly Move[]) {
  const document = voiceWriters[importer]?.(moves);
  const isLines = Array.isArray(document) && voiceLineFormats.has(importer);
  const text = isLines ? document.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(document);
  const { opened, session } = firstSession(typeof document === 'string' ? document : text);
  expect(opened.importer.id).toBe(importer);
  return {
    kinds: session.history.turns.map(({ kind }) => kind),
    calls: session.history.invocations.map(
      (call) => [call.function, session.history.results.outputOf(call, defaultDecisions)] as const,
    ),
    inputs: session.history.invocations.map(({ input }) => input),
    codes: session.notes.map(({ code }) => code),
  };
}

/** Formats whose results do not name their tool. */
const nameless = new Set(['retell', 'tau-voice', 'openai-realtime', 'pipecat']);

/** Formats without ids, where a repeated result may belong to another call. */
const withoutIds = new Set(['eva-call']);

describe.each(Object.keys(voiceWriters))('%s', (importer) => {
  test('results of parallel calls match their calls in any order', () => {
    const { kinds, calls, inputs } = readBack(importer, [
      { user: 'go' },
      { asks: [a, b] },
      { result: '{"n": 2}', to: b },
      { result: 'one', to: a },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
    expect(calls).toEqual([
      ['first', 'one'],
      ['second', { n: 2 }],
    ]);
    expect(inputs).toEqual([{ n: 1 }, { n: 1 }]);
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
    expect(codes).toContain('import/no-result');
  });

  test('a reused id refers to the newer call', () => {
    const { calls } = readBack(importer, [
      { user: 'go' },
      { asks: [a] },
      { result: 'before', to: a },
      { asks: [a] },
      { result: 'after', to: a },
      { says: 'Done.' },
    ]);
    expect(calls).toEqual([
      ['first', 'before'],
      ['first', 'after'],
    ]);
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
    const once = [['first', 'one']];
    expect(twice('one').calls).toEqual(withoutIds.has(importer) ? [...once, ...once] : once);
    expect(twice('other').calls).toEqual([
      ['first', 'one'],
      ['first', 'other'],
    ]);
  });

  test('empty ids are ignored: results match by name, otherwise by order', () => {
    const blank = [a, b].map(({ name }) => ({ id: '', name }));
    const [one = a, two = b] = blank;
    const results: readonly Move[] = [
      { result: 'two', to: two },
      { result: 'one', to: one },
    ];
    const { calls } = readBack(importer, [
      { user: 'go' },
      { asks: blank },
      ...(nameless.has(importer) ? results.toReversed() : results),
      { says: 'Done.' },
    ]);
    expect(calls).toEqual([
      ['first', 'one'],
      ['second', 'two'],
    ]);
  });

  test.skipIf(nameless.has(importer))('a result that names another tool is not the result of the open call', () => {
    const { calls } = readBack(importer, [
      { user: 'go' },
      { asks: [{ id: '', name: 'first' }] },
      { result: 'two', to: { id: '', name: 'second' } },
      { says: 'Done.' },
    ]);
    expect(new Map(calls)).toEqual(
      new Map([
        ['first', undefined],
        ['second', 'two'],
      ]),
    );
  });

  test('arguments without names are kept, and names may use any script', () => {
    const odd = { id: '__proto__', name: 'zoek_ü', input: [1, 2] };
    const { calls, inputs } = readBack(importer, [
      { user: 'go' },
      { asks: [odd] },
      { result: 'ok', to: odd },
      { says: 'Done.' },
    ]);
    expect(calls).toEqual([['zoek_ü', 'ok']]);
    expect(inputs).toEqual([{ arguments: [1, 2] }]);
  });
});
