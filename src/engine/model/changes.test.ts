import { describe, expect, it } from 'vitest';
import { changesBetween } from './changes.ts';
import { formatPath } from './path.ts';
import type { Value } from './value.ts';

const placesOf = (before: Value, after: Value) => {
  const { changes, isCut } = changesBetween(before, after, ['context']);
  return { places: changes.map(({ path }) => formatPath(path)), isCut };
};

describe('the difference between two states', () => {
  it('consists of the smallest places, in the order of the later state; removed places come last', () => {
    const before = { gone: 1, same: { deep: [1, 2] }, user: { name: 'a', age: 1 } };
    const after = { new: true, user: { age: 2, name: 'a' }, same: { deep: [1, 2] } };
    expect(placesOf(before, after)).toEqual({
      places: ['context.new', 'context.user.age', 'context.gone'],
      isCut: false,
    });
    expect(changesBetween(before, after, []).changes).toEqual([
      { path: ['new'], before: undefined, after: true },
      { path: ['user', 'age'], before: 1, after: 2 },
      { path: ['gone'], before: 1, after: undefined },
    ]);
  });

  it('is listed element by element for lists, with elements that one side lacks', () => {
    expect(placesOf({ a: [1, 2, 3] }, { a: [1, 5] }).places).toEqual(['context.a[1]', 'context.a[2]']);
  });

  it('is the whole value where its kind changed', () => {
    expect(placesOf({ a: { b: 1 } }, { a: [1] }).places).toEqual(['context.a']);
  });

  it('is found under a key that is a number', () => {
    const before = new Map<Value, Value>([
      [1, 'a'],
      ['1', 'b'],
      [2, 'c'],
    ]);
    const after = new Map<Value, Value>([
      [1, 'x'],
      ['1', 'b'],
      [3, 'd'],
    ]);
    expect(placesOf(before, after).places).toEqual(['context[1]', 'context[3]', 'context[2]']);
  });

  it('treats `__proto__` as an ordinary key', () => {
    expect(placesOf({}, Object.fromEntries([['__proto__', 1]])).places).toEqual(['context.__proto__']);
  });

  it('has at most five hundred places, and says when there are more', () => {
    const map = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
    const list = (count: number) => Array.from({ length: count }, (_, at) => at);
    const sizeOf = (before: Value, after: Value) => {
      const { places, isCut } = placesOf(before, after);
      return [places.length, isCut];
    };
    expect(sizeOf({}, map(500))).toEqual([500, false]);
    expect(sizeOf({}, map(100_000))).toEqual([500, true]);
    expect(sizeOf(map(501), {})).toEqual([500, true]);
    expect(sizeOf([], list(501))).toEqual([500, true]);
    expect(sizeOf({ a: map(300), b: [] }, { a: {}, b: list(300) })).toEqual([500, true]);
  });

  it('works for values nested a thousand deep', () => {
    const nested = (innermost: Value) => {
      let value = innermost;
      for (let depth = 0; depth < 1000; depth++) value = { a: value };
      return value;
    };
    expect(placesOf(nested(1), nested(2)).places).toHaveLength(1);
  });
});
