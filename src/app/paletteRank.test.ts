import { expect, test } from 'vitest';
import { countUse, keptUses, rank, turnIn } from './paletteRank.ts';

test('the beginning of a title comes before the beginnings of its words, and those before parts of words', () => {
  expect(rank('Next theme', 'next th')).toBe(1);
  expect(rank('Theme: dark', 'dark')).toBe(0.7);
  expect(rank('Last turn, or turn n after a number', 'turn last')).toBe(0.7);
  expect(rank('Show the transcript', 'script')).toBe(0.4);
  expect(rank('Show the transcript', 'theme')).toBe(0);
});

test('a turn is named by its number, with or without words', () => {
  expect(['100', ' #100 ', 'turn 100', 'Turn100', 'go to turn 100'].map(turnIn)).toEqual([100, 100, 100, 100, 100]);
  expect(['', 'turn', '100 turns', '1e3', 'return 1'].map(turnIn)).toEqual([null, null, null, null, null]);
});

test('uses are counted, whatever else was stored', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  countUse(storage, 'why');
  countUse(storage, 'why');
  expect(keptUses(storage)).toEqual({ why: 2 });
  for (const broken of ['{', 'null', '3', '{"why":"often"}']) {
    storage.setItem('contextscope/command-uses', broken);
    expect(keptUses(storage)).toEqual({});
  }
});
