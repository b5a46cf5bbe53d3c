import { expect, test } from 'vitest';
import type { Mapping } from '../../worker/mapping-protocol.ts';
import { alsoChoices, insideChoices, listTitle, placeChoices, placeOfList } from './choices.ts';

test('an index in a list’s path means every entry: each is a session', () => {
  expect(placeOfList(['runs', 0, 'messages'])).toEqual({ sessions: ['runs'], turns: ['messages'] });
  expect(placeOfList(['trace', 'events'])).toEqual({ sessions: null, turns: ['trace', 'events'] });
  expect(placeOfList([3])).toEqual({ sessions: [], turns: [] });
});

test('a list is named by its path and its length', () => {
  const inside = null;
  expect(listTitle({ sessions: null, turns: [], inside, length: 3, many: 1 })).toBe('the whole text: 3 entries');
  expect(listTitle({ sessions: ['runs'], turns: ['messages'], inside, length: 3, many: 12 })).toBe(
    'messages in each entry of runs: 12 sessions',
  );
  expect(listTitle({ sessions: null, turns: [], inside: ['children'], length: 1, many: 1 })).toBe(
    'the whole text and children in it, at any depth',
  );
});

const field = { count: 1, types: [], values: null, isInText: false, example: '', elements: null };

test('calls are in the entry or in a list of it', () => {
  const fields = [
    { ...field, path: ['name'] },
    { ...field, path: ['calls'], elements: [] },
  ];
  expect(placeChoices(fields).map(({ title }) => title)).toEqual(['the entry itself', 'each of calls']);
});

test('nested entries are in a list of each entry, or in lists among the entries', () => {
  const fields = [
    { ...field, path: [], types: ['list' as const], elements: [] },
    { ...field, path: ['children'], elements: [] },
  ];
  expect(insideChoices(fields).map(({ title }) => title)).toEqual([
    'children of each entry, at any depth',
    'lists among the entries',
  ]);
});

test('other lists of the same session can contain turns too', () => {
  const place = { sessions: null, inside: null, length: 2, many: 1 };
  const lists = [
    { ...place, turns: ['messages'] },
    { ...place, turns: ['events'] },
    { ...place, turns: ['calls'] },
    { ...place, sessions: ['runs'], turns: ['messages'] },
  ];
  const mapping: Pick<Mapping, 'sessions' | 'turns' | 'also'> = {
    sessions: null,
    turns: ['messages'],
    also: [['calls']],
  };
  expect(alsoChoices(lists, mapping).map(({ title }) => title)).toEqual(['events: 2 entries']);
});
