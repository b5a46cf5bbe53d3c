import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ensurePage } from '../build/build.ts';
import { root, runNode } from '../setup/run.ts';
import { ensureChromium } from './chromium.ts';
import { nothing, readTally, type Tally } from './tally.ts';

const reports = resolve(root, 'test-results/reports');

/**
 * Unit tests; further arguments go to vitest. Random cases begin at another seed in each run, which is printed before
 * and after the tests; `FUZZ_SEED` sets it.
 */
export async function runUnitTests(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Tally> {
  const seed = env['FUZZ_SEED'] ?? process.env['FUZZ_SEED'] ?? String(Math.floor(Math.random() * 1e9));
  const sentence = `The random cases of this run begin at FUZZ_SEED=${seed}: set it to get the same ones again.`;
  console.log(sentence);
  const report = await freshReport('unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = await runNode('vitest/vitest.mjs', ['run', ...reporters, ...args], {
    env: { ...env, FUZZ_SEED: seed },
  });
  console.log(sentence);
  return readTally(report, status);
}

/** Journeys through the built page in a real Chromium; further arguments go to Playwright. */
export async function runJourneys(args: readonly string[]): Promise<Tally> {
  const report = await freshReport('journeys.json');
  if (!(await ensurePage())) return crashed('The page could not be built, so no journey was run.');
  const browser = await ensureChromium();
  if (browser === null) {
    return crashed('There is no Chromium here and none could be installed: set CHROMIUM_PATH to one.');
  }
  const { status } = await runNode('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return readTally(report, status);
}

/** A report of an earlier run must not be mistaken for the report of this run. */
async function freshReport(name: string): Promise<string> {
  await mkdir(reports, { recursive: true });
  const file = resolve(reports, name);
  await rm(file, { force: true });
  return file;
}

function crashed(sentence: string): Tally {
  console.error(sentence);
  return { ...nothing, failed: 1 };
}
