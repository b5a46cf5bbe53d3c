import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { allTests, steps, type CheckStep } from './steps.ts';

/**
 * `check` runs the unit tests that a changed file can affect, `check --all` runs all of them, and
 * `check --without NAME` (repeatable) leaves out a step that has been run already.
 */
const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, without: { type: 'string', multiple: true, default: [] } },
});
const known = new Set(steps.map((step) => step.name));
const strange = values.without.find((name) => !known.has(name));
if (strange !== undefined) {
  console.error(`There is no step “${strange}”. The steps are: ${[...known].join(', ')}.`);
  process.exit(2);
}

interface Line {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: string;
}
const lines: Line[] = [];
const waiting = steps
  .filter(({ name }) => !values.without.includes(name))
  .map((step) => (values.all && step.name === 'affected tests' ? allTests : step));

async function run(step: CheckStep): Promise<void> {
  const start = performance.now();
  const { status, output } = await step.run();
  const passed = status === 0;
  lines.push({ name: step.name, passed, seconds: ((performance.now() - start) / 1000).toFixed(1) });
  if (!passed) console.log(`\n${step.name}: failed (${step.about})\n${output}`);
}

/** Takes the next step until none is left. */
async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await run(step);
}

// The first step writes the types of the CSS modules, which the others read.
const first = waiting.shift();
if (first !== undefined) await run(first);
await Promise.all(Array.from({ length: availableParallelism() }, work));

console.log('');
for (const { name, passed, seconds } of lines) {
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${seconds.padStart(6)} s`);
}
const failed = lines.filter(({ passed }) => !passed).length;
console.log(`check: ${lines.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
