import { expect, test } from 'vitest';
import { commands } from './commands/commands.ts';
import { createKeyReader } from './keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/**
 * Presses keys one after the other, pausing at `…`, and returns the last action: `first-turn`, `41 last-turn as
 * before`.
 */
function actionFor(keys: string, { typing = false } = {}): string | null {
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
    const undone = found?.revertsDigits === true ? 'as before' : null;
    last = found === null ? null : [found.count, found.command.id, undone].filter((part) => part !== null).join(' ');
  }
  return last;
}

test('single keys, chords and sequences', () => {
  expect(actionFor('j')).toBe('next-turn');
  expect(actionFor('Ctrl-k')).toBe('palette');
  expect(actionFor('Shift-F6')).toBe('previous-region');
  expect(actionFor('g')).toBeNull();
  expect(actionFor('g g')).toBe('first-turn');
  expect(actionFor('?')).toBe('keys');
});

test('a number before a key counts, and a digit alone opens a tab', () => {
  expect(actionFor('4')).toBe('tab-changes');
  expect(actionFor('4 1 G')).toBe('41 last-turn as before');
  expect(actionFor('0 G')).toBe('0 last-turn as before');
  expect(actionFor('0 5 G')).toBe('5 last-turn as before');
  expect(actionFor('G')).toBe('last-turn');
  expect(actionFor('4 1 j j')).toBe('next-turn');
});

test('a digit pressed a while ago is no count', () => {
  expect(actionFor('4 j')).toBe('4 next-turn as before');
  expect(actionFor('4 … j')).toBe('next-turn');
  // A command without a count keeps the tab that the digit opened.
  expect(actionFor('4 w')).toBe('4 why');
  expect(actionFor('4 … 1 2 G')).toBe('12 last-turn as before');
  expect(actionFor('4 … 0 G')).toBe('0 last-turn as before');
  expect(actionFor('0')).toBe('zoom-all');
  expect(actionFor('1 0 G')).toBe('10 last-turn as before');
  expect(actionFor('g … g')).toBe('first-turn');
});

test('an unfinished sequence does not block later keys', () => {
  expect(actionFor('g x j')).toBe('next-turn');
});

test('while the user types, only commands that work everywhere run', () => {
  expect(actionFor('j', { typing: true })).toBeNull();
  expect(actionFor('Ctrl-k', { typing: true })).toBe('palette');
  expect(actionFor('F6', { typing: true })).toBe('next-region');
});

test('no two commands share an id or keys', () => {
  const ids = commands.map(({ id }) => id);
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(keys).size).toBe(keys.length);
});

test('every command has keys of its own, and none are the beginning of others', () => {
  const keys = commands.flatMap((command) => command.keys ?? []);
  const hidden = keys.filter((one, at) =>
    keys.some((other, place) => place !== at && (other === one || other.startsWith(`${one} `))),
  );
  expect(hidden).toEqual([]);
});
