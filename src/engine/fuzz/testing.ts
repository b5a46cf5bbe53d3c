import process from 'node:process';
import fc from 'fast-check';

/**
 * Where random cases begin: what `FUZZ_SEED` says. The runner of the tests sets and prints it; `npm run fuzz` chooses another in
 * each run.
 */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_520);

/** The number of cases: as many as a run of all tests has time for, or `FUZZ_COUNT`, as `npm run fuzz` sets it. */
export const countOr = (usual: number): number => Number(process.env['FUZZ_COUNT'] ?? usual);

const { FUZZ_COUNT: count } = process.env;
/** What is told with each case that fails. */
export const howToRepeat = `Run with FUZZ_SEED=${seed}${count === undefined ? '' : ` FUZZ_COUNT=${count}`} to get the same random cases again.`;

/** Tries a property on so many random cases. A failure tells the case, as small as it can be made, and how to get it again. */
export function checkRandomly<Case>(property: fc.IRawProperty<Case>, numRuns: number): void {
  const details = fc.check(property, { seed, numRuns });
  if (!(details instanceof Promise) && details.failed) {
    const cause = details.errorInstance ?? undefined;
    throw new Error(`${fc.defaultReportMessage(details)}\n\n${howToRepeat}`, { cause });
  }
}
