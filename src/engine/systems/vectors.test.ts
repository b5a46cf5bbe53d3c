import { describe, expect, it } from 'vitest';
import type { Value } from '../model/value.ts';
import { ok } from '../../base/result.ts';
import { runVector, type VectorOutcome, type VectorSystem } from './vectors.ts';

const outcome: VectorOutcome = {
  rejects: { kind: 'channel_timeout', channelName: 'jobs', timeout: 5, message: 'late' },
};

/** A system in which every step has the same outcome. */
const always = (expected: VectorOutcome): VectorSystem => ({
  known: { context: null },
  operations: [],
  start: () =>
    ok({
      perform: () => expected,
      label: (name) => (name === 'main' ? { error: { kind: 'x', tags: ['a', 'b'] } } : undefined),
      events: () => [],
      snapshot: () => null,
    }),
});

const failures = (expected: VectorOutcome, step: Value, state: { readonly [probe: string]: Value } = {}) =>
  runVector(always(expected), { id: 'v', given: {}, do: [{ op: 'x' }], expect: { steps: { 0: step }, state } }).length;

describe('what a vector expects of a step', () => {
  it.each<[string, Value, number]>([
    ['names keys of an error', { rejects: { kind: 'channel_timeout' } }, 0],
    ['may use matchers for these keys', { rejects: { kind: { $contains: 'time' }, timeout: { $type: 'number' } } }, 0],
    ['is a matcher for the error', { rejects: { $partial: { kind: 'channel_timeout' } } }, 0],
    ['is a matcher inside a matcher', { $partial: { rejects: { channelName: { $any: true } } } }, 0],
    ['accepts any error', { rejects: { $any: true } }, 0],
    ['may require that a key is absent', { rejects: { reason: { $absent: true } } }, 0],
    ['fails for another kind', { rejects: { kind: { $contains: 'closed' } } }, 1],
    ['fails for another kind in a matcher', { rejects: { $partial: { kind: 'cancelled' } } }, 1],
    ['fails for an outcome of another sort', { throws: { $any: true } }, 1],
  ])('%s', (_what, expected, count) => {
    expect(failures(outcome, expected)).toBe(count);
  });

  it('counts a call without effect as one without a result', () => {
    expect(failures({ ignored: true }, { returns: { $type: 'null' } })).toBe(0);
    expect(failures({ ignored: true }, { returns: { $type: 'string' } })).toBe(1);
    expect(failures({ ignored: true }, { ignored: true })).toBe(0);
  });

  it('reaches into the state in the same way', () => {
    const state = {
      main: { $partial: { error: { kind: { $type: 'string' }, tags: { $length: 2, $contains: 'b' } } } },
    };
    expect(failures({ returns: null }, { returns: null }, state)).toBe(0);
    expect(
      failures({ returns: null }, { returns: null }, { 'main.error': { $partial: { tags: { $length: 3 } } } }),
    ).toBe(1);
  });
});
