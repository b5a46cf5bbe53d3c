import { describe, expect, test } from 'vitest';
import type { Value } from '../../model/value.ts';
import { documentOf, valueOf } from '../testing.ts';
import { commonPrefixOf } from './common-prefix.ts';

const lines = ["{'role': 'user',", " 'content': [1,", '             2]}'];
const value: Value = { role: 'user', content: [1, 2] };

describe('the prefix of each line', () => {
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
    ['what Celery writes', (line, index) => `[2026-05-20 03:00:0${index},123: INFO/ForkPoolWorker-1] ${line}`],
    ['what Gunicorn writes', (line, index) => `[2026-05-20 03:00:0${index} +0000] [42] [INFO] ${line}`],
    ['what Spring writes', (line) => `2026-05-20T03:00:00.1+02:00  INFO 4242 --- [exec-1] c.x.Agent : ${line}`],
    ['what CloudWatch keeps', (line) => `2026-05-20T03:00:00.000Z\t7f3e-1\tINFO\t${line}`],
    ['what aws logs tail prints', (line) => `2026-05-20T03:00:00+00:00 2026/05/20/[$LATEST]ab12 ${line}`],
    ['what gh run view prints', (line) => `build\tRun tests\t2026-05-20T03:00:00.1234567Z ${line}`],
    ['what grep -rn prints', (line, index) => `logs/agent.log:${index + 99}:${line}`],
    ['the name of a task', (line) => `agent:dev: ${line}`],
    ['the number of a process', (line) => `[0] ${line}`],
    ['marks that mean something in a pattern', (line, index) => `job.*(a+b)?^$\\d[${index}]| ${line}`],
    ['the bar of a table', (line) => `| ${line}`],
    ['lines that Rich draws', (line) => `│ ${line} │`],
  ])('is left out, with a note: %s', (_, prefixed) => {
    const text = lines.map(prefixed).join('\n');
    expect(valueOf(text)).toEqual(value);
    const codes = documentOf(text).notes.map(({ code }) => code);
    expect(codes.filter((code) => code === 'reader/line-prefix' || code === 'reader/guide-line')).toHaveLength(1);
    expect(documentOf(text).notes.filter(({ severity }) => severity === 'lost')).toEqual([]);
  });

  test('is enough on two lines', () => {
    expect(valueOf(`> [{'a': 1},\n>  {'b': 2}]`)).toEqual([{ a: 1 }, { b: 2 }]);
  });

  test.each([
    '2026-01-05 12:00:00 INFO agent: ',
    '12:00:01 DEBUG ',
    'INFO:agent:',
    'Jan  5 12:00:00 host agent[123]: ',
    'agent-1  | ',
    '[pod/agent-1/main] ',
    '2026-01-05T12:00:00Z stdout F ',
  ])('is enough on two lines, in the form “%s”', (prefix) => {
    expect(valueOf(`${prefix}{'a': 1,\n${prefix} 'b': 2}`)).toEqual({ a: 1, b: 2 });
  });

  test('is the same on each line except for its digits and blanks', () => {
    const prefix = commonPrefixOf(["a.b 7| {'x': [", 'a.b 18|   1,', 'a.b 9| ]}']);
    expect(
      ['a.b 7| 1', 'a.b\t 4444|   1', ' a.b 7| 1', 'aXb 7| 1', 'a.b | 1', 'a.b7| 1'].map((line) => prefix?.(line, 0)),
    ).toEqual([7, 11, 0, 0, 0, 0]);
    expect(prefix?.('1,\na.b 20| 2', 3)).toBe(8);
  });

  test('is no key and no sign of a number', () => {
    expect(valueOf(`{1: 'a',\n 2: 'b',\n 3: 'c',\n 4: 'd',\n 5: 'e'}`)).toHaveProperty('size', 5);
    expect(valueOf(`(\n-1,\n-2,\n-3,\n-4,\n-5,\n-6,\n-7,\n-8,\n)`)).toEqual([-1, -2, -3, -4, -5, -6, -7, -8]);
  });

  test('is no name that has a number in it, and no class', () => {
    expect(valueOf(`step1: {'a': 1},\nstep2: {'a': 2},\nstep3: {'a': 3}`)).toEqual({
      step1: { a: 1 },
      step2: { a: 2 },
      step3: { a: 3 },
    });
    expect(valueOf(`Message(args=[1]),\nMessage(args=[2]),\nMessage(args=[3])`)).toHaveLength(3);
    const log = [1, 2, 3].map((turn) => `2026-05-20 03:00:0${turn} INFO agent: ctx={'turn': ${turn}}`).join('\n');
    expect(valueOf(log)).toEqual([{ turn: 1 }, { turn: 2 }, { turn: 3 }]);
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
