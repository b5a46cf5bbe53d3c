import process from 'node:process';

/**
 * Where random cases begin: another place in each run, so that many runs try more than one does. It is printed, and
 * `FUZZ_SEED` gives it again; the runner of the tests sets it, so that one number stands for a whole run.
 */
export const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** How many cases: as many as a run of all tests has time for, or `FUZZ_COUNT`, as `npm run fuzz` sets it. */
export const countOr = (usual: number): number => Number(process.env['FUZZ_COUNT'] ?? usual);
