import process from 'node:process';

/**
 * Where random cases begin: what `FUZZ_SEED` says. The runner of the tests sets and prints it; `npm run fuzz`
 * chooses another in each run.
 */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_520);

/** How many cases: as many as a run of all tests has time for, or `FUZZ_COUNT`, as `npm run fuzz` sets it. */
export const countOr = (usual: number): number => Number(process.env['FUZZ_COUNT'] ?? usual);
