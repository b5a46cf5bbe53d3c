import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rewording } from './Fixes.tsx';

test('text added before, after or within a rule is the new part', () => {
  expect(rewording('input.a > 1', 'has(input.a) && input.a > 1')).toEqual({
    before: '',
    added: 'has(input.a) && ',
    after: 'input.a > 1',
  });
  expect(rewording('input.amout > 1', 'input.amount > 1')).toEqual({
    before: 'input.',
    added: 'amount',
    after: ' > 1',
  });
  expect(rewording('a', 'a')).toEqual({ before: 'a', added: '', after: '' });
});

test('the three parts always add up to the new text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (old, text) => {
      const { before, added, after } = rewording(old, text);
      expect(before + added + after).toBe(text);
      expect(old.startsWith(before) && old.endsWith(after)).toBe(true);
    }),
  );
});
