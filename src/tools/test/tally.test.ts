import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../setup/run.ts';
import { closing, readTally, sum } from './tally.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextscope-tally-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function report(content: unknown): Promise<string> {
  const file = join(folder, 'report.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const vitest = (passed: number, failed: number, files: readonly unknown[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: files,
});

test('both runners’ reports add up to one closing line', async () => {
  const unit = await readTally(await report(vitest(7, 1)), 1);
  const stats = { expected: 3, unexpected: 1, flaky: 0, skipped: 0 };
  const journeys = await readTally(await report({ stats, errors: [] }), 1);
  expect(closing(sum(unit, journeys))).toBe('10 passed, 2 failed');
});

test('a journey that passed only at the second try counts as failed', async () => {
  const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 0 };
  expect(await readTally(await report({ stats, errors: [] }), 0)).toMatchObject({ passed: 3, failed: 1 });
});

test('a test file that could not be loaded is a failure', async () => {
  const files = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }];
  expect(await readTally(await report(vitest(7, 0, files)), 1)).toMatchObject({ passed: 7, failed: 1 });
});

test.each([
  ['no report', null, 0],
  ['half a report', '{"stats":', 0],
  ['a failure that no test owns', vitest(7, 0), 1],
  ['not one test run', vitest(0, 0), 0],
])('a crashed runner is a failure: %s', async (_, content, status) => {
  const file = content === null ? join(folder, 'absent.json') : await report(content);
  expect((await readTally(file, status)).failed).toBe(1);
});

test('skipped tests are counted separately', () => {
  expect(closing({ passed: 1, failed: 0, skipped: 2, failures: [] })).toBe('1 passed, 0 failed, 2 skipped');
});

test('what failed is named again above the closing line', async () => {
  const files = [
    {
      name: resolve(root, 'src/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { fullName: 'adds', status: 'passed', failureMessages: [] },
        { fullName: 'adds late', status: 'failed', failureMessages: ['Error: 1 is not 2\n    at a.test.ts:3'] },
      ],
    },
    { name: resolve(root, 'src/b.test.ts'), status: 'failed', message: 'no such module\nb', assertionResults: [] },
  ];
  const results = [{ error: { message: '\u001B[31mnot there\u001B[39m\nCall log' } }, {}];
  const suites = [
    {
      specs: [{ title: 'opens', file: 'a.journey.ts', ok: true, tests: [{ results: [{}] }] }],
      suites: [{ specs: [{ title: 'closes', file: 'a.journey.ts', ok: false, tests: [{ results }] }] }],
    },
  ];
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
  const unit = await readTally(await report(vitest(1, 1, files)), 1);
  const journeys = await readTally(await report({ stats, suites, errors: [{ message: 'no browser' }] }), 1);
  expect(closing(sum(unit, journeys))).toBe(
    [
      'failed: src/a.test.ts › adds late › Error: 1 is not 2',
      'failed: src/b.test.ts › no such module',
      'failed: a.journey.ts › closes › not there',
      'failed: no browser',
      '2 passed, 4 failed',
    ].join('\n'),
  );
});
