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
  expect(problemOf([{ ...line, words: ['a'], confidence: 2 }])?.message).toMatch(/0\.confidence/);
  expect(problemOf([{ ...line, words: ['a'], category: 'pii' }])?.message).toMatch(/0\.category/);
  expect(problemOf([line])?.message).toMatch(/line 0 needs either a pattern or words/);
  expect(problemOf([{ ...line, pattern: 'a', words: ['a'] }])?.code).toBe('findings/malformed');
  expect(problemOf([{ ...line, pattern: '(' }])).toMatchObject({ code: 'findings/pattern' });
});
