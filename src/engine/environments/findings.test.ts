import { expect, it } from 'vitest';
import { readFindings } from './findings.ts';

const line = { category: 'sensitivity', label: 'pii', finding: 'ssn', confidence: 0.8 };
const problemOf = (table: unknown) => {
  const read = readFindings(typeof table === 'string' ? table : JSON.stringify(table));
  return read.ok ? null : read.problem;
};

it('has lines with a pattern or with words', () => {
  const table = [
    { ...line, pattern: String.raw`\d{3}-\d{2}-\d{4}` },
    { ...line, words: ['secret'] },
  ];
  expect(readFindings(JSON.stringify(table))).toEqual({ ok: true, value: table });
});

it('names what is wrong', () => {
  expect(problemOf('{')?.code).toBe('findings/malformed');
  expect(problemOf([{ ...line, words: ['a'], confidence: 2 }])?.message).toMatch(/line 1 .*`confidence`/);
  expect(problemOf([{ ...line, words: ['a'], category: 'pii' }])?.message).toMatch(/line 1 .*`category`/);
  expect(problemOf([line])?.message).toMatch(/line 1 .*either a pattern or words are needed/);
  expect(problemOf([{ ...line, pattern: 'a', words: ['a'] }])?.code).toBe('findings/line');
  expect(problemOf([{ ...line, pattern: '(' }])).toMatchObject({
    code: 'findings/line',
    message: expect.stringMatching(/^In line 1 .*`pattern`: .*regular expression/) as string,
  });
  expect(problemOf([{ label: 'pii' }])?.message).toMatch(/`category`: it is missing/);
  const two = [
    { ...line, words: ['a'] },
    { ...line, words: ['a', 1] },
  ];
  const text = JSON.stringify(two, null, 1);
  const read = readFindings(text);
  // What is wrong is found again in the text.
  expect(read.ok ? null : text.slice(read.problem.range?.start, read.problem.range?.end)).toBe('1');
  expect(read.ok ? null : read.problem.message).toMatch(
    /^In line 2 of the findings table \(at line \d+, column \d+\), `words\[1\]`/,
  );
});
