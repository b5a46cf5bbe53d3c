import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { ensurePage } from '../build/build.ts';
import { createPageServer } from '../serve/server.ts';
import { listen } from '../serve/listen.ts';
import { root, runNode } from '../setup/run.ts';
import { chromiumArgs, ensureChromium, sandboxed } from '../test/chromium.ts';
import { pictures } from './pictures.ts';

/**
 * Takes the pictures of the documents again from the built page; with a folder as argument, pictures of every state in
 * every size and colour instead.
 */
const [folder] = process.argv.slice(2);

if (!(await ensurePage())) process.exit(1);
const executablePath = await ensureChromium();
if (executablePath === null) {
  console.error('There is no Chromium here and none could be installed: set CHROMIUM_PATH to one.');
  process.exit(1);
}
if (folder !== undefined) {
  const journey = ['test', 'e2e/layout.journey.ts', '--workers=1'];
  const { status } = await runNode('@playwright/test/cli.js', journey, { env: { PICTURES: resolve(folder) } });
  process.exit(status);
}
const server = createPageServer(resolve(root, 'dist'));
const address = await listen(server, '127.0.0.1', 0);
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs], chromiumSandbox: sandboxed });
try {
  for (const [name, show] of Object.entries(pictures)) {
    // As wide as a document shows it, so that its text can be read there.
    const page = await browser.newPage({ viewport: { width: 1200, height: 640 }, colorScheme: 'light' });
    await page.goto(address);
    await page.getByRole('status', { name: 'Verdicts' }).filter({ hasText: /\d/ }).waitFor({ state: 'attached' });
    await page.getByRole('region', { name: 'Rule', exact: true }).locator('.view-line').first().waitFor();
    // The other samples come after the first.
    await page
      .getByRole('list', { name: 'Samples' })
      .getByText(/\d turns/)
      .nth(7)
      .waitFor();
    await show(page);
    const path = resolve(root, 'docs', `${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    await page.close();
    console.log(`The picture is ${path}.`);
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
