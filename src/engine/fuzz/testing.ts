import process from 'node:process';

/**
 * Where random cases begin: what `FUZZ_SEED` says. The runner of the tests sets it, to another number in each run, and
 * prints it; a test file that is run by itself always begins at the same place.
 */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_520);

/** How many cases: as many as a run of all tests has time for, or `FUZZ_COUNT`, as `npm run fuzz` sets it. */
export const countOr = (usual: number): number => Number(process.env['FUZZ_COUNT'] ?? usual);
