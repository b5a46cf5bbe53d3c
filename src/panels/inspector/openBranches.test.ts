import { expect, test } from 'vitest';
import type { Path } from '../../engine/model/path.ts';
import type { StateEntry } from '../../worker/protocol.ts';
import { entryLines, keyOf } from '../entryLines.ts';
import { branchesAbove, changedBranches, openedBy } from './StateView.tsx';

const entry = (path: Path, size: number | null = null): StateEntry => ({
  key: path.at(-1) ?? '',
  path,
  preview: { type: 'string', text: '""', cut: false },
  size,
  changed: false,
});

const shown = (answers: readonly (readonly [Path, readonly StateEntry[]])[]) =>
  entryLines(new Map(answers.map(([path, entries]) => [keyOf(path), entries]))).map(
    ({ node: { path }, level, open }) => `${'  '.repeat(level - 1)}${path.at(-1)}${open === true ? ':' : ''}`,
  );

test('an open branch shows its entries below it', () => {
  expect(
    shown([
      [[], [entry(['input'], 2), entry(['output'], 1)]],
      [['input'], [entry(['input', 0]), entry(['input', 1])]],
    ]),
  ).toEqual(['input:', '  0', '  1', 'output']);
});

test('an open branch is not shown if its parent no longer exists', () => {
  expect(
    shown([
      [[], [entry(['input'], 0)]],
      [['output', 0], [entry(['output', 0, 'text'])]],
    ]),
  ).toEqual(['input']);
});

test('an index and a key with the same digits are different paths', () => {
  expect(keyOf(['list', 1])).not.toBe(keyOf(['list', '1']));
});

test('a path is visible once all branches above it are open', () => {
  expect(openedBy(['input', 0, 'amount'])).toEqual([keyOf(['input']), keyOf(['input', 0])]);
  expect(openedBy(null)).toEqual([]);
});

test('changed branches open automatically, except long lists, empty values and bookkeeping', () => {
  const list = { type: 'list', text: '[…]', cut: true } as const;
  const map = { type: 'map', text: '{…}', cut: true } as const;
  const entries = [
    { ...entry(['capabilities'], 40), preview: map, changed: true },
    { ...entry(['agent'], 3), preview: map },
    { ...entry(['_history'], 2), preview: map, changed: true },
    { ...entry(['input'], 2), preview: list, changed: true },
    { ...entry(['output'], 900), preview: list, changed: true },
    { ...entry(['turn']), changed: true },
  ];
  expect(changedBranches(entries).map(({ key }) => key)).toEqual(['capabilities', 'input']);
});

test('branches around what the rule reads open automatically, except long lists', () => {
  const list = { type: 'list', text: '[…]', cut: true } as const;
  const entries = [
    { ...entry(['llm'], 2), preview: { type: 'map', text: '{…}', cut: true } as const },
    { ...entry(['input'], 2), preview: list },
    { ...entry(['output'], 900), preview: list },
  ];
  const places: readonly Path[] = [['llm', 'tokens'], ['input'], ['output', 0]];
  expect(branchesAbove(entries, places).map(({ key }) => key)).toEqual(['llm']);
});
