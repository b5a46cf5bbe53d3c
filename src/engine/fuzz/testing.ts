import process from 'node:process';

/** Where random cases begin: the same place in every run of all tests, and wherever `npm run fuzz` says. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_520);

/** How many cases: as many as a run of all tests has time for, or `FUZZ_COUNT`, as `npm run fuzz` sets it. */
export const countOr = (usual: number): number => Number(process.env['FUZZ_COUNT'] ?? usual);
