import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { createKeyReader } from './keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/** Presses keys one after the other, pausing at `…`, and gives the last thing heard: `first-turn`, `41 last-turn as before`. */
function heard(keys: string, { typing = false } = {}): string | null {
  const reader = createKeyReader(commands);
  let last: string | null = null;
  let timeStamp = 0;
  for (const key of keys.split(' ')) {
    timeStamp += key === '…' ? 5000 : 300;
    if (key === '…') continue;
    const chord = /^(Ctrl|Shift)-(.+)$/.exec(key);
    const found = reader.press(
      { ...plain, timeStamp, key: chord?.[2] ?? key, ctrlKey: chord?.[1] === 'Ctrl', shiftKey: chord?.[1] === 'Shift' },
      typing,
    );
    const undone = found?.undoes === true ? 'as before' : null;
    last = found === null ? null : [found.count, found.command.id, undone].filter((part) => part !== null).join(' ');
  }
  return last;
}

test('single keys, chords and sequences', () => {
  expect(heard('j')).toBe('next-turn');
  expect(heard('Ctrl-k')).toBe('palette');
  expect(heard('Shift-F6')).toBe('previous-region');
  expect(heard('g')).toBeNull();
  expect(heard('g g')).toBe('first-turn');
  expect(heard('?')).toBe('keys');
});

test('a number before a key counts, and a digit alone opens a tab', () => {
  expect(heard('4')).toBe('tab-raw');
  expect(heard('4 1 G')).toBe('41 last-turn as before');
  expect(heard('0 G')).toBe('0 last-turn');
  expect(heard('0 5 G')).toBe('5 last-turn as before');
  expect(heard('G')).toBe('last-turn');
  expect(heard('4 1 j j')).toBe('next-turn');
});

test('what a digit opened a while ago is looked at, and counts nothing', () => {
  expect(heard('4 j')).toBe('4 next-turn as before');
  expect(heard('4 … j')).toBe('next-turn');
  // Nothing is counted of a command that goes by no number: the tab was meant.
  expect(heard('4 w')).toBe('4 why');
  expect(heard('4 … 1 2 G')).toBe('12 last-turn as before');
  expect(heard('4 … 0 G')).toBe('0 last-turn');
  expect(heard('g … g')).toBe('first-turn');
});

test('a broken-off sequence does not swallow the next key for ever', () => {
  expect(heard('g x j')).toBe('next-turn');
});

test('while the user types, only what works everywhere is heard', () => {
  expect(heard('j', { typing: true })).toBeNull();
  expect(heard('Ctrl-k', { typing: true })).toBe('palette');
  expect(heard('F6', { typing: true })).toBe('next-region');
});

test('no two commands share an id or keys', () => {
  const ids = commands.map(({ id }) => id);
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(keys).size).toBe(keys.length);
});
