import { expect, test } from 'vitest';
import { keepMapping, keptMappings } from './mappings.ts';

function shelf(start: string | null = null) {
  let kept = start;
  return {
    getItem: () => kept,
    setItem: (_key: string, text: string) => {
      kept = text;
    },
  };
}

test('the newest mapping comes first, and none is kept twice', () => {
  const own = shelf();
  for (const text of ['a', 'b', 'a']) keepMapping(own, text);
  expect(keptMappings(own)).toEqual(['a', 'b']);
});

test.each(['{', '3', '[1, null, "a"]'])('what somebody else left there (%s) is no mapping', (left) => {
  expect(keptMappings(shelf(left)).every((text) => text === 'a')).toBe(true);
});

test('a browser without room says so', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(keepMapping(full, 'a')).toBe(false);
});
