import { expect, test } from 'vitest';
import { readText } from '../read-text.ts';
import { readYaml } from './index.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Texts for which the library took quadratic time, or more memory than a machine has. */
const texts: Readonly<Record<string, string>> = {
  'merge keys': `a: &a {x: 1}\nb:\n${lines(20_000, () => '  <<: *a')}`,
  'different keys': lines(20_000, (n) => `k${n}: 1`),
  'one key again and again': lines(20_000, () => 'k: 1'),
  'anchors and aliases': lines(10_000, (n) => `- &a${n} 1\n- *a${n}`),
  'aliases of nothing': lines(20_000, () => '- *a'),
  'aliases that double': `${lines(40, (n) => `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`)}\nb: 1`,
  'brackets that close nothing': ']'.repeat(50_000),
  'escapes that are none': `a: "${String.raw`\z`.repeat(50_000)}"`,
  'lists in lists': '['.repeat(50_000),
  'keys that are keys': '? '.repeat(50_000),
  'anchors on one line': '&a '.repeat(50_000),
  'a number of many digits': `- ${'9'.repeat(500_000)}`,
  'one long word': `a: ${'word '.repeat(50_000)}`,
};

test.each(Object.entries(texts))('YAML is read in bounded time, or refused with a sentence: %s', (_, text) => {
  const start = performance.now();
  const read = readYaml(text);
  if (read.ok) read.value.locate(['b', 0]);
  expect(performance.now() - start).toBeLessThan(30_000);
  const problems = read.ok ? read.value.problems : [read.problem];
  expect(problems.filter(({ message }) => !/^[A-Z].*\.$/.test(message))).toEqual([]);
  expect(problems.length).toBeLessThan(300);
});

test('a recording of thousands of merge keys is refused with a sentence that says where it is broken', async () => {
  const read = await readText(
    `messages:\n- role: user\n  content: hi\n${lines(10_000, () => '  <<: *a\n  from: me')}\n`,
  );
  expect(read).toMatchObject({ ok: false, problem: { message: expect.stringMatching(/^At line \d+, .*\.$/) } });
});

test('an alias refers to the last anchor of its name before it', () => {
  const read = readYaml('a: &x 1\nb: *x\nc: &x {d: 2}\ne: *x\n&y f: *y\n');
  expect(read).toMatchObject({
    ok: true,
    value: { value: { a: 1, b: 1, c: { d: 2 }, e: { d: 2 }, f: 'f' }, problems: [] },
  });
  expect(read.ok && read.value.locate(['e', 'd'])).toEqual(read.ok && read.value.locate(['c', 'd']));
});
