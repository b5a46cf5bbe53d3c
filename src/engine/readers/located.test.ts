import { expect, test } from 'vitest';
import { listOf, Located, printedAt, recordOf } from './located.ts';
import { documentOf, pathsIn } from './testing.ts';

const text = 'user: {"__proto__": [1, 2]} end';
const name = new Located('user', { start: 0, end: 4 });
const printed = printedAt(6, documentOf('{"__proto__": [1, 2]}'));
const record = recordOf({ start: 0, end: 27 }, { name, none: undefined, ['__proto__']: printed, kind: 'chat' });
const list = listOf({ start: 0, end: text.length }, [record, name]);
if (list === undefined) throw new Error('no list');

test('every part of a located value has its place, also under the key __proto__', () => {
  expect(pathsIn(list.value).filter((path) => list.locate(path) === null)).toEqual([]);
  const wordsAt = (...path: readonly (string | number)[]) => {
    const range = list.locate(path);
    return text.slice(range?.start, range?.end);
  };
  expect(wordsAt(0, 'name')).toBe('user');
  expect(wordsAt(0, '__proto__', '__proto__', 1)).toBe('2');
  expect(wordsAt(0, '__proto__')).toBe('{"__proto__": [1, 2]}');
  expect(wordsAt(0, 'kind')).toBe('user: {"__proto__": [1, 2]}');
  expect(wordsAt(1)).toBe('user');
});

test.each([[[2]], [[0, 'none']], [[0, 'name', 'length']], [['0']], [[0, '__proto__', 'x']]])(
  'a located value has no part at %j',
  (path) => expect(list.locate(path)).toBeNull(),
);

test('a list without elements is none', () => {
  expect(listOf({ start: 0, end: 1 }, [])).toBeUndefined();
});
