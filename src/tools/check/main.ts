import { steps } from './steps.ts';

/** `check`, or `check --without NAME` (repeatable) for what has been run already. */
const args = process.argv.slice(2);
const without = args.filter((_, i) => args[i - 1] === '--without');
const known = new Set(steps.map((step) => step.name));
const strange = without.find((name) => !known.has(name));
if (strange !== undefined || args.length !== 2 * without.length) {
  console.error(`Usage: check [--without NAME] …, where NAME is one of: ${[...known].join(', ')}.`);
  process.exit(2);
}

interface Line {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: string;
}
const lines: Line[] = [];
for (const step of steps.filter(({ name }) => !without.includes(name))) {
  const start = performance.now();
  const { status, output } = await step.run();
  const passed = status === 0;
  lines.push({ name: step.name, passed, seconds: ((performance.now() - start) / 1000).toFixed(1) });
  if (!passed) console.log(`\n${step.name}: failed (${step.about})\n${output}`);
}

console.log('');
for (const { name, passed, seconds } of lines) {
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${seconds.padStart(6)} s`);
}
const failed = lines.filter(({ passed }) => !passed).length;
console.log(`check: ${lines.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
