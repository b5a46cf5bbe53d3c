import { expect, test } from 'vitest';
import { matching } from './EntryList.tsx';

const sessions = ['Refund of order 17', 'Weather', 'Order refund twice'].map((title) => ({
  title,
  system: 'task' as const,
}));

test('every typed word must be in the title, and the index in the file is kept', () => {
  expect(matching(sessions, 'refund ORDER').map(({ entry }) => entry)).toEqual([0, 2]);
  expect(matching(sessions, '  ')).toHaveLength(3);
  expect(matching(sessions, 'nothing')).toHaveLength(0);
});
