import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';
import { root } from '../setup/run.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed: file, name and the first line of the message. It may name less than `failed` counts, never more. */
  readonly failures: readonly string[];
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

export const sum = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
});

/** What closes a test run: each failure again, because thousands of lines follow the first, and then the counts. */
export function closing(tally: Tally): string {
  return [...tally.failures.map((failure) => `failed: ${failure}`), closingLine(tally)].join('\n');
}

/** The last line of a test run: `12 passed, 0 failed`. */
function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(
    v.object({
      /** The path of the file. */
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
});

interface PlaywrightSuite {
  readonly specs?: readonly v.InferOutput<typeof PlaywrightSpec>[] | undefined;
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}

const PlaywrightSpec = v.object({
  title: v.string(),
  file: v.string(),
  ok: v.boolean(),
  tests: v.array(
    v.object({ results: v.array(v.object({ error: v.optional(v.object({ message: v.optional(v.string(), '') })) })) }),
  ),
});

const PlaywrightSuite: v.GenericSchema<unknown, PlaywrightSuite> = v.object({
  specs: v.optional(v.array(PlaywrightSpec)),
  suites: v.optional(v.array(v.lazy(() => PlaywrightSuite))),
});

const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  suites: v.optional(v.array(PlaywrightSuite), []),
  errors: v.array(v.object({ message: v.optional(v.string(), '') })),
});

const failure = (file: string, name: string, message: string): string =>
  [file, name, firstLine(message)].filter((part) => part !== '').join(' › ');

const firstLine = (message: string): string => stripVTControlCharacters(message).split('\n', 1)[0]?.trim() ?? '';

function vitestTally(report: v.InferOutput<typeof VitestReport>): Tally {
  /** A file that could not be loaded has no tests of its own, and is one failure. */
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((result) => result.status === 'failed')
      .map((result) => failure(relative(root, file.name), result.fullName, result.failureMessages?.[0] ?? '')),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failed, ...broken.map(({ name, message }) => failure(relative(root, name), '', message))],
  };
}

function playwrightTally({ stats, suites, errors }: v.InferOutput<typeof PlaywrightReport>): Tally {
  const failed = suites.flatMap(specsOf).flatMap((spec) => {
    const message = spec.tests.flatMap((test) => test.results).find((result) => result.error !== undefined)
      ?.error?.message;
    return message === undefined && spec.ok ? [] : [failure(spec.file, spec.title, message ?? '')];
  });
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...failed, ...errors.map(({ message }) => failure('', '', message))],
  };
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): readonly v.InferOutput<typeof PlaywrightSpec>[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

const Report = v.union([
  v.pipe(VitestReport, v.transform(vitestTally)),
  v.pipe(PlaywrightReport, v.transform(playwrightTally)),
]);

/**
 * Counts from a runner's JSON report and its exit status. A runner without a report, or with a failed status but no
 * failed test, has crashed: that is one failure.
 */
export async function readTally(report: string, status: number): Promise<Tally> {
  const tally = await parse(report);
  if (tally === null) return { ...nothing, failed: 1 };
  const ranNothing = tally.passed + tally.failed === 0;
  return ranNothing || (status !== 0 && tally.failed === 0) ? { ...tally, failed: 1 } : tally;
}

async function parse(report: string): Promise<Tally | null> {
  try {
    return v.parse(Report, JSON.parse(await readFile(report, 'utf8')));
  } catch {
    // No report, a cut-off report, or one of another shape: the runner did not finish.
    return null;
  }
}
