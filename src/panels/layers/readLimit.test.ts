import { expect, test } from 'vitest';
import { readLimit } from './LayersView.tsx';

test('a limit is read in the usual notations', () => {
  expect(['128000', '128 000', '128k', '1M', '', 'many', '-5', '0'].map(readLimit)).toEqual([
    128_000,
    128_000,
    128_000,
    1_000_000,
    null,
    undefined,
    undefined,
    undefined,
  ]);
});
