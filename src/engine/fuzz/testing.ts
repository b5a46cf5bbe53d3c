import process from 'node:process';
import fc from 'fast-check';

/**
 * The seed of random cases: `FUZZ_SEED`. `npm test` and `npm run fuzz` choose another in each run and print it; plain
 * vitest uses a fixed one.
 */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_520);

/** The number of cases: as many as a run of all tests has time for, or `FUZZ_COUNT`, as `npm run fuzz` sets it. */
export const countOr = (usual: number): number => Number(process.env['FUZZ_COUNT'] ?? usual);

const { FUZZ_COUNT: count } = process.env;
/** Printed with each failing case. */
export const howToRepeat = `Run with FUZZ_SEED=${seed}${count === undefined ? '' : ` FUZZ_COUNT=${count}`} to get the same random cases again.`;

/** Checks a property on `numRuns` random cases. A failure reports the case, as small as possible, and how to repeat it. */
export function checkRandomly<Case>(property: fc.IRawProperty<Case>, numRuns: number): void {
  const details = fc.check(property, { seed, numRuns });
  if (!(details instanceof Promise) && details.failed) {
    const cause = details.errorInstance ?? undefined;
    throw new Error(`${fc.defaultReportMessage(details)}\n\n${howToRepeat}`, { cause });
  }
}
