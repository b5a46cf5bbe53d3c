import { expect, test } from 'vitest';
import type { ExplainedElement } from '../../worker/protocol.ts';
import { sortedElements } from './ElementGrid.tsx';

const element = (index: number, text: string, value: string): ExplainedElement => ({
  index,
  element: { type: 'int', text, cut: false },
  outcome: 'value',
  value: { type: 'bool', text: value, cut: false },
  message: null,
  decides: value === 'true',
  path: null,
  writtenAt: null,
});

const elements = [element(0, '10', 'false'), element(1, '9', 'true'), element(2, '100', 'false')];
const order = (column: Parameters<typeof sortedElements>[1]['column'], direction: 'ascending' | 'descending') =>
  sortedElements(elements, { column, direction }).map(({ index }) => index);

test('numbers are sorted by size, and equal ones keep the order of the list', () => {
  expect(order('element', 'ascending')).toEqual([1, 0, 2]);
  expect(order('outcome', 'ascending')).toEqual([0, 2, 1]);
  expect(order('outcome', 'descending')).toEqual([1, 0, 2]);
  expect(order('index', 'descending')).toEqual([2, 1, 0]);
});

test('deciding elements come first', () => {
  expect(order('decides', 'ascending')).toEqual([1, 0, 2]);
});
