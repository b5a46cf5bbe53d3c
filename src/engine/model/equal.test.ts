import { expect, test } from 'vitest';
import { isSame } from './equal.ts';
import { ListView, type Value } from './value.ts';

/** A prefix of a column that counts how often it is read. */
class Prefix extends ListView {
  static reads = 0;
  override readonly column: object;
  readonly length: number;

  constructor(column: object, length: number) {
    super();
    this.column = column;
    this.length = length;
  }

  at(index: number): Value {
    Prefix.reads += 1;
    return index;
  }
}

test('two prefixes of one column are compared by their length, however long they are', () => {
  const column = {};
  expect(isSame(new Prefix(column, 1_000_000), new Prefix(column, 1_000_000))).toBe(true);
  expect(isSame(new Prefix(column, 1_000_000), new Prefix(column, 999_999))).toBe(false);
  expect(Prefix.reads).toBe(0);
});

test('prefixes of different columns are compared element by element', () => {
  expect(isSame(new Prefix({}, 3), new Prefix({}, 3))).toBe(true);
  expect(isSame(new Prefix({}, 3), [0, 1, 7])).toBe(false);
  expect(Prefix.reads).toBeGreaterThan(0);
});
