import { parseArgs } from 'node:util';
import { runUnitTests } from '../test/runners.ts';

/**
 * `fuzz [--seed N] [--count N]`: runs the tests of random cases alone, with more cases than a run of all tests. Without
 * a seed it picks one and prints it; the same seed gives the same cases again.
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
  'src/engine/importers/battery/planted-secrets',
  'src/engine/importers/battery/unread-fields',
  'src/engine/cel/check/hostile',
  'src/services/keeping/hostile-records',
];
// The time limits only end tests that hang: the time of a file depends on the number of cases.
const { failed } = await runUnitTests(['--testTimeout=7200000', ...files], {
  FUZZ_COUNT: values.count,
  FUZZ_SEED: values.seed ?? String(Math.floor(Math.random() * 1e9)),
});
process.exitCode = failed === 0 ? 0 : 1;
