import { runJourneys, runUnitTests } from './runners.ts';
import { closing, nothing, sum } from './tally.ts';

/** `test`, `test unit [vitest arguments]` or `test e2e [Playwright arguments]`. */
const [which, ...args] = process.argv.slice(2);

const unit = which === 'e2e' ? nothing : await runUnitTests(args);
const journeys = which === 'unit' ? nothing : await runJourneys(args);
const tally = sum(unit, journeys);
console.log(`\n${closing(tally)}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
