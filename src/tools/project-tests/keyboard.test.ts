import { expect, test } from 'vitest';
import { commands } from '../../app/commands/commands.ts';
import { read } from './files.ts';

test('the keyboard map in the documents is the one of the page', () => {
  const documented = read('docs/keyboard.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const known = commands.flatMap(({ keys, title }) => (keys === undefined ? [] : [`| \`${keys}\` | ${title} |`]));
  expect(documented).toEqual(known);
});
