import { describe, expect, test } from 'vitest';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { firstSession } from '../../testing.ts';
import type { Move } from './written-conversations.ts';
import { importerIn, writersWithoutIds } from './written-without-ids.ts';

const [a, b] = [
  { id: '', name: 'first' },
  { id: '', name: 'second' },
];

/** The session’s calls with their outputs, in order. */
function readBack(written: string, moves: readonly Move[]) {
  const { opened, session } = firstSession(JSON.stringify(writersWithoutIds[written]?.(moves)));
  expect(opened.importer.id).toBe(importerIn(written));
  return {
    kinds: session.history.turns.map(({ kind }) => kind),
    calls: session.history.invocations.map(({ function: name, output }) => [name, valueOf(output)] as const),
    inputs: session.history.invocations.map(({ input }) => input),
    codes: session.notes.map(({ code }) => code),
  };
}

/** Cohere's results are lists of records. */
function valueOf(output: Value | undefined): unknown {
  const [only] = output !== undefined && isList(output) ? output : [];
  return only !== undefined && isRecord(only) ? only['output'] : output;
}

/** An agent is called with a text. */
const inputIn = (input: Value | undefined): unknown => (typeof input === 'string' ? JSON.parse(input) : input);

describe.each(Object.keys(writersWithoutIds))('%s', (written) => {
  test('each call and its result are one invocation', () => {
    const { kinds, calls, inputs, codes } = readBack(written, [
      { user: 'go' },
      { asks: [a] },
      { result: 'before', to: a },
      { asks: [a] },
      { result: 'after', to: a },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm', 'capability', 'llm']);
    expect(calls).toEqual([
      ['first', 'before'],
      ['first', 'after'],
    ]);
    expect(inputs.map(inputIn)).toEqual([{ n: 1 }, { n: 1 }]);
    expect(codes).not.toContain('import/paired-by-order');
  });

  test('an unanswered call does not take the result of another call', () => {
    const { kinds, calls, codes } = readBack(written, [
      { user: 'go' },
      { asks: [a] },
      { says: 'It does not answer.' },
      { user: 'try the other' },
      { asks: [b] },
      { result: 'two', to: b },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm', 'input', 'llm', 'capability', 'llm']);
    expect(calls).toEqual([
      ['first', undefined],
      ['second', 'two'],
    ]);
    expect(codes).toContain('import/no-result');
  });

  test('a result without a recorded call is a turn at its own place', () => {
    const { kinds, calls } = readBack(written, [
      { user: 'go' },
      { says: 'hm' },
      { result: 'found', to: a },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm']);
    expect(calls.map(([, output]) => output)).toEqual(['found']);
  });

  test('names may use any script, and are never confused with properties of a prototype', () => {
    for (const name of ['zoek_ü', '__proto__', 'constructor']) {
      const ask = { id: '', name };
      const { calls } = readBack(written, [
        { user: 'go' },
        { asks: [ask] },
        { result: 'ok', to: ask },
        { says: 'Done.' },
      ]);
      expect(calls).toEqual([[name, 'ok']]);
    }
  });
});

/** Formats whose results contain only the output, not the name of the tool. */
const nameless = new Set(['sharegpt, LLaMA-Factory', 'bedrock-agents, action groups']);

test.each(Object.keys(writersWithoutIds).filter((written) => !nameless.has(written)))(
  '%s: a result that names another tool is not the result of the open call',
  (written) => {
    const { calls, codes } = readBack(written, [
      { user: 'go' },
      { asks: [a] },
      { result: 'two', to: b },
      { says: 'Done.' },
    ]);
    expect(new Map(calls)).toEqual(
      new Map([
        ['first', undefined],
        ['second', 'two'],
      ]),
    );
    expect(codes).toEqual(expect.arrayContaining(['import/call-not-recorded', 'import/no-result']));
  },
);

/** Formats in which each call is a separate answer, or has its result before the next call. */
const single = new Set(['chatgpt-export', 'camel', 'bedrock-agents, action groups']);
const several = Object.keys(writersWithoutIds).filter((written) => !single.has(written));

describe.each(several)('%s, where an answer may request several calls', (written) => {
  test('three equal calls get their results in order, and the report says so', () => {
    const { kinds, calls, codes } = readBack(written, [
      { user: 'go' },
      { asks: [a, a, a] },
      ...['one', 'two', 'three'].map((result) => ({ result, to: a })),
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'capability', 'capability', 'llm']);
    expect(calls.map(([, output]) => output)).toEqual(['one', 'two', 'three']);
    // Cohere’s result repeats its call, so it matches by content, not by order.
    expect(codes.includes('import/paired-by-order')).toBe(written !== 'cohere');
  });

  test('results match the calls they name in any order; results without names match by order', () => {
    const results = [
      { result: 'two', to: b },
      { result: 'one', to: a },
    ];
    const { calls } = readBack(written, [
      { user: 'go' },
      { asks: [a, b] },
      ...(nameless.has(written) ? results.toReversed() : results),
      { says: 'Done.' },
    ]);
    expect(calls).toEqual([
      ['first', 'one'],
      ['second', 'two'],
    ]);
  });
});
