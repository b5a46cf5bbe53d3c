import { expect, test } from 'vitest';
import { keepMapping, keptMappings, replaceMapping } from './mappings.ts';

function storage(start: string | null = null) {
  let kept = start;
  return {
    getItem: () => kept,
    setItem: (_key: string, text: string) => {
      kept = text;
    },
  };
}

test('the newest mapping comes first, and none is stored twice', () => {
  const own = storage();
  for (const text of ['a', 'b', 'a']) keepMapping(own, text);
  expect(keptMappings(own)).toEqual(['a', 'b']);
});

test('a mapping is changed in place, and removed', () => {
  const own = storage('["a", "b", "c"]');
  replaceMapping(own, 'b', 'B');
  expect(keptMappings(own)).toEqual(['a', 'B', 'c']);
  replaceMapping(own, 'a', null);
  expect(keptMappings(own)).toEqual(['B', 'c']);
  // Renaming one to equal another leaves one of them.
  replaceMapping(own, 'c', 'B');
  expect(keptMappings(own)).toEqual(['B']);
});

test.each(['{', '3', '[1, null, "a"]'])('foreign data in the storage (%s) is no mapping', (left) => {
  expect(keptMappings(storage(left)).every((text) => text === 'a')).toBe(true);
});

test('a browser without room reports it', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(keepMapping(full, 'a')).toBe(false);
});
