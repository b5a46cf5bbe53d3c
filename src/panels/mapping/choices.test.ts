import { expect, test } from 'vitest';
import { listTitle, placeChoices, placeOfList } from './choices.ts';

test('an index on the way to a list stands for every entry: each is a session', () => {
  expect(placeOfList(['runs', 0, 'messages'])).toEqual({ sessions: ['runs'], turns: ['messages'] });
  expect(placeOfList(['trace', 'events'])).toEqual({ sessions: null, turns: ['trace', 'events'] });
  expect(placeOfList([3])).toEqual({ sessions: [], turns: [] });
});

test('a list is named by its place and by how much is in it', () => {
  expect(listTitle({ sessions: null, turns: [], length: 3, many: 1 })).toBe('the whole text: 3 entries');
  expect(listTitle({ sessions: ['runs'], turns: ['messages'], length: 3, many: 12 })).toBe(
    'messages in each entry of runs: 12 sessions',
  );
});

test('calls stand in the entry or in a list of it', () => {
  const field = { count: 1, types: [], values: null, example: '', elements: null };
  const fields = [
    { ...field, path: ['name'] },
    { ...field, path: ['calls'], elements: [] },
  ];
  expect(placeChoices(fields).map(({ title }) => title)).toEqual(['the entry itself', 'each of calls']);
});
