import { describe, expect, it } from 'vitest';
import { contextOf } from '../model/testing.ts';
import { Double, valueAt, type Value } from '../model/value.ts';
import { mismatch } from './matchers.ts';

const shared = { a: 1 };
const probes: { readonly [name: string]: Value } = { shared, copy: { a: 1 } };
const matches = (expected: Value, got: Value | undefined) => mismatch(expected, got, (name) => probes[name]) === null;

describe('a plain expectation', () => {
  it('is met by deep equality, in any order of keys, with numbers by value', () => {
    expect(matches({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
    expect(matches(0, new Double(0))).toBe(true);
    expect(matches([1], [1, 2])).toBe(false);
    expect(matches({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(matches({ a: 1 }, undefined)).toBe(false);
    expect(matches('1', 1)).toBe(false);
  });

  it('is met by a view as by plain data', () => {
    expect(matches({ id: 'u-1', email: null }, contextOf('user: hi', 0).get('user'))).toBe(true);
    expect(matches(['input'], valueAt(contextOf('user: hi', 0), ['_history', 'turns']))).toBe(true);
  });

  it('reports where it was not met', () => {
    expect(mismatch({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, () => undefined)).toEqual({
      where: '.a[1].b',
      expected: 2,
      got: 3,
    });
  });
});

describe('a matcher', () => {
  it.each<[string, Value, Value | undefined, boolean]>([
    ['$any takes whatever is there', { $any: true }, null, true],
    ['$any does not take nothing', { $any: true }, undefined, false],
    ['$absent takes nothing only', { $absent: true }, undefined, true],
    ['$absent', { $absent: true }, null, false],
    ['$absent works inside objects too', { a: { $absent: true } }, {}, true],
    ['$type of a list', { $type: 'array' }, [], true],
    ['$type of null', { $type: 'object' }, null, false],
    ['$type of a double', { $type: 'number' }, new Double(1), true],
    ['$partial asks for the keys it names', { $partial: { a: { $type: 'number' } } }, { a: 1, b: 2 }, true],
    ['$partial of something that is no object', { $partial: {} }, [], false],
    ['$contains in a text', { $contains: 'ell' }, 'hello', true],
    ['$contains in a list', { $contains: { a: 1 } }, [{ a: 2 }, { a: 1 }], true],
    ['$contains an element that is not there', { $contains: 3 }, [1, 2], false],
    ['$length', { $length: 2 }, [1, 2], true],
    ['$length of a text', { $length: 2 }, 'ab', false],
    ['$same is identity', { $same: 'shared' }, shared, true],
    ['$same is not equality', { $same: 'copy' }, shared, false],
    ['$not_same', { $not_same: 'copy' }, shared, true],
    ['$equals is equality', { $equals: 'copy' }, shared, true],
    ['$not_equal', { $not_equal: 'copy' }, shared, false],
    ['a matcher that does not exist matches nothing', { $regex: '.*' }, 'x', false],
  ])('%s', (_what, expected, got, outcome) => {
    expect(matches(expected, got)).toBe(outcome);
  });
});

describe('matchers together', () => {
  it('work inside one another at every depth, and all of one object must match', () => {
    const got = { list: [{ a: 'one', b: 2 }, { a: 'two' }], text: 'hello', $odd: 1 };
    const deep: Value = {
      $partial: {
        list: {
          $length: 2,
          $contains: { $partial: { a: { $contains: 'w' }, b: { $absent: true } } },
        },
        text: { $type: 'string', $contains: 'ell' },
      },
    };
    expect(matches(deep, got)).toBe(true);
    expect(matches({ $partial: { text: { $type: 'string', $contains: 'no' } } }, got)).toBe(false);
    expect(matches({ $type: 'array', $length: 1 }, [1, 2])).toBe(false);
    expect(matches({ $length: new Double(2) }, [1, 2])).toBe(true);
    expect(matches({ $partial: [] }, {})).toBe(false);
  });

  it('treat keys that begin with $ as data when two values are compared', () => {
    const odd = { $any: true };
    const withOdd = (expected: Value, got: Value) => mismatch(expected, got, () => odd) === null;
    expect(withOdd({ $equals: 'odd' }, { $any: true })).toBe(true);
    expect(withOdd({ $equals: 'odd' }, { other: 1 })).toBe(false);
    expect(withOdd({ $not_equal: 'odd' }, { other: 1 })).toBe(true);
  });

  it('match nothing when their probe finds nothing', () => {
    for (const name of ['$same', '$not_same', '$equals', '$not_equal']) {
      expect(matches({ [name]: 'nowhere' }, undefined)).toBe(false);
      expect(matches({ [name]: 'nowhere' }, 1)).toBe(false);
    }
  });
});
