import { describe, expect, test } from 'vitest';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { firstSession } from '../../testing.ts';
import type { Move } from './written-conversations.ts';
import { importerIn, writersWithoutIds } from './written-without-ids.ts';

const [a, b] = [
  { id: '', name: 'first' },
  { id: '', name: 'second' },
];

/** What came of each call, in the order in which the session tells them. */
function told(written: string, moves: readonly Move[]) {
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

describe.each(Object.keys(writersWithoutIds))('%s', (written) => {
  test('a call and what came of it are one, turn by turn', () => {
    const { kinds, calls, inputs, codes } = told(written, [
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
    expect(inputs).toEqual([{ n: 1 }, { n: 1 }]);
    expect(codes).not.toContain('import/paired-by-order');
  });

  test('a call that was never answered keeps nobody else from their result', () => {
    const { kinds, calls, codes } = told(written, [
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

  test('a result of no recorded call is a turn where it stands', () => {
    const { kinds, calls } = told(written, [
      { user: 'go' },
      { says: 'hm' },
      { result: 'found', to: a },
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm']);
    expect(calls.map(([, output]) => output)).toEqual(['found']);
  });

  test('names may be in any script, and are never taken for a prototype’s', () => {
    for (const name of ['zoek_ü', '__proto__', 'constructor']) {
      const ask = { id: '', name };
      const { calls } = told(written, [{ user: 'go' }, { asks: [ask] }, { result: 'ok', to: ask }, { says: 'Done.' }]);
      expect(calls).toEqual([[name, 'ok']]);
    }
  });
});

/** Each call of these is an answer of its own. */
const single = new Set(['chatgpt-export', 'camel']);
const several = Object.keys(writersWithoutIds).filter((written) => !single.has(written));
/** A result of these says nothing but what it is. */
const nameless = new Set(['sharegpt, LLaMA-Factory']);

describe.each(several)('%s, where an answer may ask for several', (written) => {
  test('three calls that are alike are given their results in order, and the report says so', () => {
    const { kinds, calls, codes } = told(written, [
      { user: 'go' },
      { asks: [a, a, a] },
      ...['one', 'two', 'three'].map((result) => ({ result, to: a })),
      { says: 'Done.' },
    ]);
    expect(kinds).toEqual(['input', 'llm', 'capability', 'capability', 'capability', 'llm']);
    expect(calls.map(([, output]) => output)).toEqual(['one', 'two', 'three']);
    // A result that repeats its call is given to it, whichever of those alike it is.
    expect(codes.includes('import/paired-by-order')).toBe(written !== 'cohere');
  });

  test('results come to the calls they name, in whichever order they stand; or else the order tells', () => {
    const results = [
      { result: 'two', to: b },
      { result: 'one', to: a },
    ];
    const { calls } = told(written, [
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
