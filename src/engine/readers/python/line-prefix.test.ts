import { describe, expect, test } from 'vitest';
import type { Value } from '../../model/value.ts';
import { documentOf, valueOf } from '../testing.ts';

const lines = ["{'role': 'user',", " 'content': [1,", '             2]}'];
const value: Value = { role: 'user', content: [1, 2] };

describe('what stands in front of each line', () => {
  test.each<[string, (line: string, index: number) => string]>([
    ['a quotation mark', (line) => `> ${line}`],
    ['pytest’s mark', (line) => `E         ${line}`],
    ['the mark of a diff', (line) => `+${line}`],
    ['the mark of a comment', (line) => `# ${line}`],
    ['a number and a colon', (line, index) => `${index + 12}: ${line}`],
    ['a number and a bar', (line, index) => `${index + 12} | ${line}`],
    ['a number, as cat -n gives it', (line, index) => `     ${index + 1}\t${line}`],
    ['what Kubernetes keeps', (line, index) => `2026-01-05T12:00:00.12345678${index}Z stdout F ${line}`],
    ['what journalctl prints', (line) => `Jan  5 12:00:00 host agent[123]: ${line}`],
    ['the time of day', (line, index) => `[12:00:0${index}] ${line}`],
    ['the time of day and a level', (line, index) => `12:00:0${index} DEBUG ${line}`],
    ['lines that Rich draws', (line) => `│ ${line} │`],
  ])('is left out, and said so: %s', (_, prefixed) => {
    const text = lines.map(prefixed).join('\n');
    expect(valueOf(text)).toEqual(value);
    const codes = documentOf(text).notes.map(({ code }) => code);
    expect(codes.filter((code) => code === 'reader/line-prefix' || code === 'reader/guide-line')).toHaveLength(1);
    expect(documentOf(text).notes.filter(({ severity }) => severity === 'lost')).toEqual([]);
  });

  test('is enough on two lines', () => {
    expect(valueOf(`> [{'a': 1},\n>  {'b': 2}]`)).toEqual([{ a: 1 }, { b: 2 }]);
  });

  test('is no key and no sign of a number', () => {
    expect(valueOf(`{1: 'a',\n 2: 'b',\n 3: 'c',\n 4: 'd',\n 5: 'e'}`)).toHaveProperty('size', 5);
    expect(valueOf(`(\n-1,\n-2,\n-3,\n-4,\n-5,\n-6,\n-7,\n-8,\n)`)).toEqual([-1, -2, -3, -4, -5, -6, -7, -8]);
  });

  test('may be a bullet or a number in front of each value', () => {
    for (const bullet of ['- ', '* ', '• ', '1. ', '2) ']) {
      const text = `${bullet}{'a': 1}\n${bullet}{'b': 2}`;
      expect(valueOf(text)).toEqual([{ a: 1 }, { b: 2 }]);
      expect(documentOf(text).notes.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
        'repaired reader/prompt',
      ]);
    }
  });
});
