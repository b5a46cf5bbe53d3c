import { describe, expect, it } from 'vitest';
import type { RecordValue, Value } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import { run } from '../testing.ts';
import { noeticMachine } from './machine.ts';
import { contextAt } from './state.ts';
import { call } from './testing.ts';

const counter = {
  state: { count: 10 },
  data: { value: 'count' },
  functions: { increment: { adds: 'count', arg: 'amount' } },
};
const pad = (state: Value) => ({ builtin: 'working-memory', state });

function after(layers: RecordValue, ...calls: readonly OperationCall[]) {
  const { decided, states } = run(noeticMachine, { given: { context: { layers } }, calls });
  const state = states.at(-1);
  return {
    layer: (id: string, node?: string) => (state === undefined ? undefined : contextAt(state, node)?.layers[id]?.state),
    returns: decided.map((answer) => (answer.kind === 'done' ? answer.returns : answer.kind)),
  };
}
const update = (args: Value) => call('layer_call', { layer: 'pad', name: 'update', args });

describe('memory', () => {
  it('has an entry for each layer, with its projections and functions', () => {
    const keys = (layer: string) => call('layer_keys', { layer });
    const { returns } = after(
      { counter, empty: {}, pad: pad('') },
      call('memory_keys'),
      keys('counter'),
      keys('empty'),
      keys('pad'),
    );
    expect(returns).toEqual([['counter', 'empty', 'pad'], ['value', 'increment'], [], ['snapshot', 'update']]);
  });

  it('keeps the state when the function refuses its argument', () => {
    const wrong = ['five', {}, { amount: '5' }].map((args) =>
      call('layer_call', { layer: 'counter', name: 'increment', args }),
    );
    const { layer, returns } = after({ counter }, ...wrong);
    expect([layer('counter'), returns]).toEqual([{ count: 10 }, ['refused', 'refused', 'refused']]);
  });

  it('merges records into working memory, and drops keys that could reach the prototype', () => {
    const hostile = JSON.parse('{"a": 2, "__proto__": {"x": 1}, "constructor": 1}') as Value;
    expect(after({ pad: pad({ a: 1, b: { c: 1 } }) }, update(hostile)).layer('pad')).toEqual({ a: 2, b: { c: 1 } });
    expect(after({ pad: pad('text') }, update({ a: 1 })).layer('pad')).toEqual({ a: 1 });
    expect(after({ pad: pad('text') }, update('more')).layer('pad')).toBe('text');
  });

  it('of a child is independent of its parent after the spawn', () => {
    const bump = (names: { on?: string }) =>
      call('layer_call', { layer: 'counter', name: 'increment', args: { amount: 1 } }, names);
    const { layer } = after(
      { counter },
      bump({}),
      call('spawn', {}, { as: 'c' }),
      bump({ on: 'c' }),
      bump({ on: 'c' }),
    );
    expect([layer('counter'), layer('counter', 'c')]).toEqual([{ count: 11 }, { count: 13 }]);
  });

  it('accepts layers of any name', () => {
    const layers = JSON.parse('{"__proto__": {"state": {"n": 1}, "data": {"n": "n"}}}') as RecordValue;
    expect(after(layers, call('layer_get', { layer: '__proto__', name: 'n' })).returns).toEqual([1]);
    expect(after({}, call('layer_get', { layer: 'constructor', name: 'n' })).returns).toEqual(['refused']);
  });
});
