import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePage } from '../build/build.ts';
import { listen } from '../serve/listen.ts';
import { createPageServer } from '../serve/server.ts';
import { root } from '../setup/run.ts';
import { ensureChromium } from '../test/chromium.ts';
import { crashes, figures } from './crashes.ts';

/**
 * `crash [COUNT] [--seed N]`: kills the tab, the worker or the browser at random moments while someone types a rule and
 * imports a session, and checks what is left. Without a seed it picks one and prints it; the same seed gives the same
 * moments again.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const [count = '200'] = positionals;
const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
if (![count, seed].every((number) => /^\d{1,9}$/.test(number))) {
  console.error('COUNT and --seed are whole numbers of up to nine digits.');
  process.exit(2);
}
if (!(await ensurePage())) process.exit(1);
const executablePath = await ensureChromium();
if (executablePath === null) {
  console.error('There is no Chromium here and none could be installed: set CHROMIUM_PATH to one.');
  process.exit(1);
}
console.log(`${count} crashes, seed ${seed}`);
const server = createPageServer(resolve(root, 'dist'));
const address = await listen(server, '127.0.0.1', 0);
const data = mkdtempSync(join(tmpdir(), 'contextscope-crash-'));
let failed = 0;
try {
  const outcomes = [];
  for await (const outcome of crashes({ address, executablePath, data, count: Number(count), seed: Number(seed) })) {
    outcomes.push(outcome);
    if (outcomes.length % 20 === 0) console.log(`${outcomes.length} of ${count}\n${figures(outcomes)}`);
    const { victim, activity, faults } = outcome;
    if (faults.length === 0) continue;
    failed += 1;
    console.log(`${outcomes.length}: ${victim} killed while ${activity}: ${faults.join('; ')}`);
  }
  console.log(figures(outcomes));
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(data, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
