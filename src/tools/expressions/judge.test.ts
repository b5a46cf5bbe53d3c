import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { judge, record } from './judge.ts';

const folder = mkdtempSync(join(tmpdir(), 'contextscope-expressions-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Files of one test, and patterns that no run has judged. */
const knownAs = (name: string, seed: number | null = null) => ({
  cacheFile: join(folder, `${name}.json`),
  recordFile: join(folder, `${name}.txt`),
  seed,
});
const slow = (letter: string) => ({ source: `${letter}+$`, flags: '' });
const [one, other] = [slow('a'), slow('b')];

test('patterns that need quadratic time or more are found; others pass', async () => {
  const patterns = [
    { source: String.raw`^(?:\w+ = [^\n]*\r?\n\s*)*\[`, flags: '' },
    { source: '0+$', flags: '' },
    { source: '^0+$', flags: '' },
    { source: 'plain', flags: 'd' },
  ];
  const faults = await judge(patterns);
  expect(patterns.map((pattern) => faults.get(pattern)?.split(',', 1)[0] ?? null)).toEqual([
    'exponential',
    '2nd degree polynomial',
    null,
    null,
  ]);
});

test('a pattern that is recorded as linear is not judged again, and any other one is', async () => {
  const known = knownAs('other');
  record([one], known);
  const faults = await judge([one, other], known);
  expect(faults.get(one)).toBeNull();
  expect(faults.get(other)).toContain('2nd degree polynomial');
});

test('the record holds each pattern of the sources that has a repetition once, and none that left them', () => {
  const known = knownAs('completed');
  const recorded = () => readFileSync(known.recordFile, 'utf8').split('\n').slice(0, -1);
  record([one, other, one, { source: 'plain', flags: '' }], known);
  const both = recorded();
  expect(new Set(both).size).toBe(2);
  record([other], known);
  expect(recorded()).toHaveLength(1);
  expect(both).toContain(recorded()[0]);
  // A change of the flags is another pattern.
  record([{ ...other, flags: 'i' }], known);
  expect(both).not.toContain(recorded()[0]);
});

test('a run with a seed judges a tenth of the record again, and records nothing', async () => {
  const known = knownAs('seeded');
  record([one], known);
  const judgedAgain = async (seed: number) =>
    (await judge([one], { ...known, cacheFile: join(folder, `seeded ${seed}.json`), seed })).get(one) !== null;
  const runs = [];
  for (let seed = 20; seed < 30; seed++) runs.push(await judgedAgain(seed));
  expect(runs.filter((isAgain) => isAgain)).toHaveLength(1);
  record([other], { ...known, seed: 3 });
  expect((await judge([one], known)).get(one)).toBeNull();
});
