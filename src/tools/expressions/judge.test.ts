import { expect, test } from 'vitest';
import { judge } from './judge.ts';

test('patterns that need quadratic time or more are found; others pass', async () => {
  const patterns = [
    { source: String.raw`^(?:\w+ = [^\n]*\r?\n\s*)*\[`, flags: '' },
    { source: '0+$', flags: '' },
    { source: '^0+$', flags: '' },
    { source: 'plain', flags: 'd' },
  ];
  const faults = await judge(patterns);
  expect(patterns.map((pattern) => faults.get(pattern)?.split(',', 1)[0] ?? null)).toEqual([
    'exponential',
    '2nd degree polynomial',
    null,
    null,
  ]);
});
