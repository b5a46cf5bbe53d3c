import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextAt } from './context-view.ts';
import { defaultDecisions, type Decisions } from './decisions.ts';
import type { History } from './history.ts';
import { HistoryBuilder } from './history-builder.ts';
import { outputOf } from './hook-values.ts';
import { materialise } from './materialise.ts';
import { historyOf } from './testing.ts';
import { Unknown, valueAt, type Value } from './value.ts';

const call = (name: string, output: Value) => `${name}({}) -> ${JSON.stringify(output)}`;
const facts = { agent: { name: undefined, namespace: undefined, startedAt: undefined }, model: undefined };
const building = () =>
  new HistoryBuilder({ ...facts, user: { id: undefined, email: undefined }, functions: [], nodes: [] });
const moment = { event: 0, at: undefined, node: undefined, tookMs: undefined };
const open = {
  function: 'a',
  input: {},
  output: undefined,
  outcome: 'no-result',
  taskId: null,
  reason: undefined,
} as const;

function called(...outputs: readonly Value[]): History {
  const builder = building();
  for (const output of outputs) builder.capability(moment, { ...open, outcome: 'successful', output });
  return builder.history;
}

const seenAt = (history: History, turn: number, decisions: Decisions = defaultDecisions) => {
  const output = outputOf(history, turn, decisions);
  // The list holds the same value at that turn as `output` does.
  const name = history.invocations[turn]?.function ?? '';
  const listed = valueAt(contextAt(history, turn, decisions), ['capabilities', name, 'outputs', 0]);
  expect(listed instanceof Unknown).toBe(output instanceof Unknown);
  if (!(output instanceof Unknown)) expect(listed).toEqual(output);
  return output;
};
const seen = (history: History, decisions?: Decisions) =>
  history.invocations.map((_, turn) => seenAt(history, turn, decisions));

describe('a result recorded as text', () => {
  it('is parsed where every result of its capability is a JSON object or list', () => {
    expect(seen(called('{"n": 1}', ' [1, 2] ', { n: 2 }))).toEqual([{ n: 1 }, [1, 2], { n: 2 }]);
  });

  it.each([
    ['words', 'done'],
    ['an empty text', ''],
    ['JSON that is cut off', '{"n": 1'],
    ['a number as text', '12'],
    ['JSON within a JSON text', JSON.stringify('{"n": 1}')],
    ['a number', 12],
    ['null', null],
  ])('stays text in all of them where one result is %s', (_, other) => {
    const results = ['{"n": 1}', other, '{"n": 2}'];
    expect(seen(called(...results))).toEqual(results);
  });

  it('is decided for each capability by itself', () => {
    const history = historyOf([call('a', '{"n": 1}'), call('b', '{"n": 1}'), call('b', 'no')].join('\n'));
    expect(seen(history)).toEqual([{ n: 1 }, '{"n": 1}', 'no']);
  });

  it('is never parsed twice', () => {
    const inner = '{"token": "x"}';
    expect(seen(called(JSON.stringify({ inner })))).toEqual([{ inner }]);
    const twice = JSON.stringify(inner);
    for (const textResults of ['by-capability', 'text', 'parsed'] as const)
      expect(seen(called(twice), { ...defaultDecisions, textResults })).toEqual([twice]);
  });

  it('does not depend on calls without a result: errors, calls that did not run, that wait, or were cut off', () => {
    const others = ['a({}) !! it broke', 'a({}) xx not allowed', 'a({}) .. waits', 'a({}) ?? cut off'];
    const history = historyOf([call('a', '{"n": 1}'), ...others].join('\n'));
    expect(seenAt(history, 0)).toEqual({ n: 1 });
    expect([1, 2].map((turn) => seenAt(history, turn))).toEqual([{ error: 'it broke' }, null]);
    expect(seenAt(history, 3)).toBeInstanceOf(Unknown);
    expect(seenAt(history, 4)).toBeInstanceOf(Unknown);
  });

  it('counts where it was withheld, and an error that is JSON stays text', () => {
    expect(seen(historyOf('a({}) -> "{}"\na({}) -> "secret" xx withheld'))).toEqual(['{}', 'secret']);
    expect(seen(historyOf('a({}) -> "{}"\na({}) -> "{}" !! broke'))).toEqual([{}, '{}']);
  });

  it('follows other decisions: always text, or parsed one by one', () => {
    const history = called('{"n": 1}', 'done');
    expect(seen(history, { ...defaultDecisions, textResults: 'text' })).toEqual(['{"n": 1}', 'done']);
    expect(seen(history, { ...defaultDecisions, textResults: 'parsed' })).toEqual([{ n: 1 }, 'done']);
    expect(seen(called('{"n": 1}'), { ...defaultDecisions, textResults: 'text' })).toEqual(['{"n": 1}']);
  });

  it('has one type throughout, whatever the results are', () => {
    const result = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((text) => JSON.stringify(text)),
    );
    fc.assert(
      fc.property(fc.array(result, { minLength: 1 }), (results) => {
        const outputs = seen(called(...results));
        const allText = outputs.every((output) => typeof output === 'string');
        const noneText = outputs.every((output) => typeof output === 'object' && output !== null);
        expect(allText || noneText).toBe(true);
        // An independent check with JavaScript's own parser: texts are parsed exactly if all of them are objects or
        // lists.
        const isContainer = (text: string) => {
          try {
            const value: unknown = JSON.parse(text);
            return typeof value === 'object' && value !== null;
          } catch {
            return false;
          }
        };
        expect(noneText).toBe(results.every(isContainer));
        expect(outputs).toEqual(noneText ? outputs : results);
      }),
    );
  });

  it('is decided again as a session grows, also when its last call ends', () => {
    const builder = building();
    const { history } = builder;
    const begin = () => builder.capability(moment, open);
    const end = (output: Value) => builder.settled({ output, outcome: 'successful', reason: undefined }, undefined);
    begin();
    expect(seenAt(history, 0)).toBeInstanceOf(Unknown);
    end('{"n": 1}');
    expect(seen(history)).toEqual([{ n: 1 }]);
    begin();
    expect(seenAt(history, 0)).toEqual({ n: 1 });
    end('done');
    expect(seen(history)).toEqual(['{"n": 1}', 'done']);
    end('{}');
    expect(seen(history)).toEqual([{ n: 1 }, {}]);
  });

  it('reports the decision and its reason', () => {
    const reading = (history: History) => history.results.readingOf('a');
    expect(reading(called('{}', '[]'))).toEqual({ kind: 'all-json' });
    expect(reading(called('{}', 'done', 'x'))).toEqual({ kind: 'not-all-json', turn: 1 });
    expect(reading(called({ n: 1 }, 5))).toEqual({ kind: 'no-text' });
    expect(reading(historyOf('user: hi'))).toEqual({ kind: 'no-text' });
  });
});

describe('a call whose result is not recorded', () => {
  const history = historyOf('a({}) -> 1\na({}) .. waits for an approval\na({}) ?? cut off\na({}) !! broke');
  const at = (path: readonly (string | number)[], decisions: Decisions = defaultDecisions) =>
    valueAt(contextAt(history, 3, decisions), ['capabilities', ...path]);
  const counts = (decisions?: Decisions) =>
    ['successful', 'errored', 'restricted'].map((outcome) => at(['a', `count_${outcome}`], decisions));

  it('is listed, and in none of the three counts', () => {
    expect(materialise(at(['_meta', 'invocations']) ?? null)).toEqual(['a', 'a', 'a', 'a']);
    expect(at(['_meta', 'count'])).toBe(4);
    expect(counts()).toEqual([1, 1, 0]);
  });

  it('has its entry in each list: unknown where it was cut off, false flags while it waits', () => {
    for (const list of ['timestamps', 'inputs', 'outputs', 'successful', 'errored', 'restricted'])
      expect(valueAt(at(['a', list]) ?? null, [3])).not.toBeUndefined();
    const flags = (index: number) => ['successful', 'errored', 'restricted'].map((flag) => at(['a', flag, index]));
    expect(flags(0)).toEqual([false, true, false]);
    for (const flag of flags(1)) expect(flag).toBeInstanceOf(Unknown);
    expect(flags(2)).toEqual([false, false, false]);
    expect(flags(3)).toEqual([true, false, false]);
    expect(at(['a', 'outputs', 1])).toBeInstanceOf(Unknown);
    expect(at(['a', 'outputs', 2])).toBeInstanceOf(Unknown);
    expect(at(['a', 'inputs', 1])).toEqual({});
  });

  it('may count as successful by another decision, but never while it waits', () => {
    const decisions = { ...defaultDecisions, missingResults: 'successful' } as const;
    expect(counts(decisions)).toEqual([2, 1, 0]);
    expect(at(['a', 'successful', 1], decisions)).toBe(true);
    expect(at(['a', 'successful', 2], decisions)).toBe(false);
    expect(at(['a', 'outputs', 1], decisions)).toBeInstanceOf(Unknown);
  });
});
