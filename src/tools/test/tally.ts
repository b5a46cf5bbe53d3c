import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

export const sum = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** The line that closes a test run: `12 passed, 0 failed`. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
});

const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
});

/** A file that could not be loaded has no tests of its own, and is one failure. */
function vitestTally(report: v.InferOutput<typeof VitestReport>): Tally {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function playwrightTally({ stats, errors }: v.InferOutput<typeof PlaywrightReport>): Tally {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
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
