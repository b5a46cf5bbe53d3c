import { expect, test } from 'vitest';
import { read } from './files.ts';

/** Each promise of SECURITY.md with the tests that are named beside it. */
const promises = read('SECURITY.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && /\.tsx?`: “/.test(line))
  .map((line) => line.split('|')[1]?.trim() ?? '');

const named = [...read('SECURITY.md').matchAll(/`([\w./-]+\.(?:test|journey)\.tsx?)`: “([^”]+)”/g)].map(
  ([, file = '', title = '']) => ({ file, title }),
);

test('every promise names a test', () => {
  expect(promises.length).toBeGreaterThan(15);
  const table = read('SECURITY.md').split('## Promises and their tests')[1]?.split('\n## ')[0] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:promise|---)/.test(line));
  expect(rows.length).toBe(promises.length);
});

test.each(named)('$file has the test “$title”', ({ file, title }) => {
  expect(read(file)).toContain(`'${title}'`);
});
