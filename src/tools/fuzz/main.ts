import { parseArgs } from 'node:util';
import { runUnitTests } from '../test/runners.ts';

/**
 * `fuzz [--seed N] [--count N]`: the tests of random cases alone, more of them than a run of all tests has time for. Without a
 * seed they begin somewhere else each time; the seed is printed, and gives the same cases again.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string', default: '100000' } } });
const wrong = Object.entries(values).find(([, value]) => !/^\d{1,9}$/.test(value));
if (wrong !== undefined) {
  console.error(`--${wrong[0]} is a whole number of up to nine digits.`);
  process.exit(2);
}
const files = [
  'src/engine/importers/battery/mutated',
  'src/engine/importers/battery/growth',
  'src/engine/cel/check/hostile',
];
// The limits of time only end what hangs: each file takes as long as there are cases.
const { failed } = await runUnitTests(['--testTimeout=7200000', ...files], {
  FUZZ_COUNT: values.count,
  FUZZ_SEED: values.seed ?? String(Math.floor(Math.random() * 1e9)),
});
process.exitCode = failed === 0 ? 0 : 1;
